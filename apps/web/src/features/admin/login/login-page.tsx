import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { hasCode } from '../../../lib/api/call-error.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { toast } from '../../../lib/browser/toasts.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { encodeCredential, saveOperatorToken } from '../../../lib/operator/operator.ts'
import { ownLoginQuery } from '../../../lib/operator/own-login.ts'
import { hasUnsavedChanges, useUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { siteName } from '../../../lib/session/brand.ts'
import { Card } from '../../../ui/data/card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { CodeField, TextField } from '../../../ui/forms/field.tsx'
import { ThemeButton } from '../../../ui/forms/theme-switch.tsx'
import { Logo } from '../../../ui/media/logo.tsx'
import { logIn, loginProblem } from './login.api.ts'

type Wanted = { wanted?: string }

export const wantedScreen = (): Wanted => ({ wanted: location.pathname + location.search + location.hash })

/** Returns the screen to open after login, or undefined if the operator opened the login page directly. */
export const useWantedScreen = () => useHistoryState<Wanted | null>()?.wanted

/** Operator login screen (`admin.md §2`). */
export function LoginPage() {
  const [, navigate] = useLocation()
  const wanted = useWantedScreen()
  const resumeInterrupted = () => navigate(wanted ?? adminPaths.media, { replace: wanted !== undefined })
  return <LoginScreen purpose="For the operators of this site." onLogin={resumeInterrupted} />
}

/** Login form shown over the current screen if the login expires. The screen keeps its input. */
export function LoginAgain() {
  // Check before the screen is hidden, because hidden forms report no unsaved changes.
  const [isUnsaved] = useState(hasUnsavedChanges)
  useUnsavedChanges(isUnsaved)
  const unsavedNote = isUnsaved ? ' Your unsaved changes are still there.' : ''
  return <LoginScreen purpose={`Your login has expired. Log in to continue where you were.${unsavedNote}`} />
}

type Props = { purpose: string; onLogin?: () => void }

function LoginScreen({ purpose, onLogin }: Props) {
  // Return focus to the screen after login.
  useEffect(() => () => document.getElementById('main')?.focus({ preventScroll: true }), [])
  return (
    <main data-operator className="relative flex min-h-svh flex-col p-4 pt-14 beside:pt-4">
      <title>{`Login · ${siteName} admin`}</title>
      <div className="absolute top-2 right-2">
        <ThemeButton />
      </div>
      <Card className="m-auto w-full max-w-sm beside:max-w-2xl">
        <div className="flex items-baseline gap-2">
          <Logo />
          <span className="text-sm text-mute">admin</span>
        </div>
        <h1 className="mt-4 text-2xl">Login</h1>
        <p className="mt-1 text-mute">{purpose}</p>
        <LoginForm onLogin={onLogin} />
      </Card>
    </main>
  )
}

function LoginForm({ onLogin }: Pick<Props, 'onLogin'>) {
  const { problem, isPending, isCodeNeeded, submit } = useLogin(onLogin)
  return (
    <form onSubmit={submit} className="mt-5 flex flex-col gap-4 beside:grid beside:grid-cols-2" aria-busy={isPending}>
      <CodeField label="Username" name="username" autoComplete="username" autoFocus required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {isCodeNeeded && (
        <CodeField
          label="Code"
          name="code"
          hint="From your authenticator app, or a recovery code."
          inputMode="text"
          autoComplete="one-time-code"
          autoFocus
          required
        />
      )}
      <div role="alert" className="text-sm empty:hidden beside:col-span-2">
        {problem && <p className="text-danger-ink">{problem.text}</p>}
        {problem?.advice && <p className="text-mute">{problem.advice}</p>}
      </div>
      <Button type="submit" variant="primary" isBusy={isPending} className="beside:col-span-2">
        {isPending ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  )
}

function useLogin(onLogin: Props['onLogin']) {
  const [problem, setProblem] = useState<ReturnType<typeof loginProblem>>()
  const [isPending, setPending] = useState(false)
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const fields = new FormData(event.currentTarget)
    const credential = encodeCredential(String(fields.get('username')), String(fields.get('password')))
    setPending(true)
    setProblem(undefined)
    try {
      saveOperatorToken(await logIn(credential, isCodeNeeded ? String(fields.get('code')) : undefined))
    } catch (error) {
      const asksForCode = hasCode(error, 'code_required')
      setCodeNeeded(asksForCode)
      if (!asksForCode || isCodeNeeded) setProblem(loginProblem(error))
      return
    } finally {
      setPending(false)
    }
    // A different operator may have logged in.
    void queryClient.invalidateQueries({ queryKey: ownLoginQuery.queryKey })
    toast({ title: 'Successfully logged in to admin panel' })
    onLogin?.()
  }
  return { problem, isPending, isCodeNeeded, submit }
}
