import type { Answer } from '@hotvote/shared/contract'
import { counted } from '@hotvote/shared/counted'
import type { ownLogin } from '@hotvote/shared/operator/operator-login'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { describeReason } from '../../../lib/api/call-error.ts'
import { hasMouse } from '../../../lib/browser/device.ts'
import { toast } from '../../../lib/browser/toasts.ts'
import { siteName } from '../../../lib/session/brand.ts'
import { PartHeading } from '../../../ui/data/admin-page.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { CodeField } from '../../../ui/forms/field.tsx'
import { turnOffMutation, turnOnMutation } from './operators.api.ts'

type Own = Answer<typeof ownLogin>

/** TOTP with an authenticator app (RFC 6238). */
export function SecondFactor({ own }: { own: Own }) {
  const [codes, setCodes] = useState<string[]>()
  const isOn = own.hasSecondFactor || codes !== undefined
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PartHeading name="Second factor" className="text-lg" />
        <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : own.hasSecondFactor ? (
        <TurnOff own={own} />
      ) : (
        <SetUp name={own.name} onTurnedOn={setCodes} />
      )}
    </Card>
  )
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns 160 random bits in Base32. */
const makeSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => BASE32[byte % BASE32.length]).join('')

const buildUri = (name: string, secret: string) =>
  `otpauth://totp/${encodeURIComponent(`${siteName}:${name}`)}?${new URLSearchParams({ secret, issuer: siteName })}`

function SetUp({ name, onTurnedOn }: { name: string; onTurnedOn: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<string>()
  const { mutate, isPending } = useMutation(turnOnMutation)
  if (secret === undefined)
    return (
      <>
        <p className="mt-1 text-mute">
          Once it is on, you also need a code from an app such as Aegis, 2FAS or Google Authenticator to log in.
        </p>
        <Button variant="primary" className="mt-4" onClick={() => setSecret(makeSecret())}>
          <ShieldCheck aria-hidden className="size-4" /> Set up
        </Button>
      </>
    )
  const uri = buildUri(name, secret)
  return (
    <>
      <ol className="mt-2 flex list-decimal flex-col gap-4 pl-5">
        <li>
          Scan this with your authenticator app, or{' '}
          <a href={uri} className="text-not-ink underline underline-offset-4">
            open the app on this device
          </a>
          .
          <QrCode text={uri} />
          <p className="text-sm text-mute">Or type this key into the app:</p>
          <p className="font-mono wrap-anywhere">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </li>
        <li>Enter the code shown in the app.</li>
      </ol>
      <CodeForm
        action="Turn on"
        isBusy={isPending}
        onCode={(code, onError) =>
          mutate({ secret, code }, { onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes), onError })
        }
      />
    </>
  )
}

function TurnOff({ own: { recoveryCodesLeft, isSecondFactorRequired } }: { own: Own }) {
  const { mutate, isPending } = useMutation(turnOffMutation)
  return (
    <>
      <p className="mt-1 text-mute">
        You have {counted(recoveryCodesLeft, 'recovery code')} left. To get new ones or switch devices, turn it off and
        on again.
      </p>
      {isSecondFactorRequired ? (
        <p className="mt-1 text-mute">This site requires it, so only another admin can turn it off.</p>
      ) : (
        <CodeForm action="Turn off" isBusy={isPending} onCode={(code, onError) => mutate({ code }, { onError })} />
      )}
    </>
  )
}

type CodeFormProps = {
  action: string
  isBusy: boolean
  onCode: (code: string, onError: (error: Error) => void) => void
}

function CodeForm({ action, isBusy, onCode }: CodeFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } })
  const onError = (error: Error) => {
    setError('code', { message: describeReason(error) })
    setFocus('code', { shouldSelect: true })
  }
  return (
    <form onSubmit={handleSubmit(({ code }) => !isBusy && onCode(code, onError))} className="mt-4 flex flex-wrap gap-3">
      <div className="w-48">
        <CodeField
          label="Code"
          error={formState.errors.code?.message}
          inputMode={action === 'Turn on' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          maxLength={20}
          required
          autoFocus={action === 'Turn on' && hasMouse()}
          className="font-mono"
          {...register('code')}
        />
      </div>
      <Button
        type="submit"
        variant={action === 'Turn on' ? 'primary' : 'secondary'}
        isBusy={isBusy}
        className="mt-7.5 min-h-12 self-start"
      >
        {action}
      </Button>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const client = useQueryClient()
  const done = async () => {
    await client.invalidateQueries({ queryKey: ['admin'] })
    onDone()
  }
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ title: 'Recovery codes copied' }),
      () =>
        toast({ title: 'Not copied', description: 'Select the codes and copy them manually.', variant: 'destructive' }),
    )
  return (
    <>
      <p role="status" className="mt-2">
        <strong>Keep these recovery codes.</strong> If you lose your device, each works once in place of a code. They
        won't be shown again.
      </p>
      <ul aria-label="Recovery codes" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void done()}>
          I have saved them
        </Button>
        {/* The form that had the focus is gone; a second Enter must not hide the codes. */}
        <Button autoFocus onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" /> Copy
        </Button>
      </div>
    </>
  )
}

/** Stays white in the dark theme, because scanners need the contrast. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="my-3 block size-44 rounded-control bg-white"
    >
      <path d={squares.join('')} fill="black" />
    </svg>
  )
}
