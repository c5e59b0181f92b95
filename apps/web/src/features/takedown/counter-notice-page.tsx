import { zodResolver } from '@hookform/resolvers/zod'
import { COUNTER_NOTICE_MAX } from '@hotvote/shared/limits'
import {
  counterNoticeForm,
  type fileCounterNotice,
  type showNotice,
  type TakedownNotice,
} from '@hotvote/shared/visitor/counter-notices'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, FileQuestion } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useParams } from 'wouter'
import { fetchContract } from '../../lib/api/call-api.ts'
import { describeReason, hasStatus } from '../../lib/api/call-error.ts'
import { date } from '../../lib/browser/format.ts'
import { siteName } from '../../lib/session/brand.ts'
import { paths } from '../../lib/session/paths.ts'
import { Card } from '../../ui/data/card.tsx'
import { ContactLink } from '../../ui/data/contact-link.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button, ButtonLink, TryAgain } from '../../ui/forms/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import { Message } from './message.tsx'

const noticeQuery = (token: string) =>
  queryOptions({
    queryKey: ['counter-notice', token],
    queryFn: async () =>
      (await fetchContract<typeof showNotice>('GET /api/counter-notices/:token', { params: { token } })).answer,
  })

const sendMutation = (token: string) =>
  mutationOptions({
    mutationFn: (body: { name: string; statement: string; consent: boolean }) =>
      fetchContract<typeof fileCounterNotice>('POST /api/counter-notices/:token', { params: { token }, body }),
    meta: {
      invalidates: [noticeQuery(token).queryKey, ['stats', 'media']],
      refetchOnLostAnswer: [noticeQuery(token).queryKey],
      failed: { title: 'Not sent', fallback: "We couldn't send your counter-notice. Please try again." },
    },
  })

const CONSENT =
  'I swear, under penalty of perjury, that I believe in good faith that this upload was removed by mistake. My name and statement may be passed on to the person who made the claim.'

/** Form for objecting to a removal by a takedown. Works without an account. */
export function CounterNoticePage() {
  const { token = '' } = useParams()
  const { data: notice, error, refetch } = useQuery(noticeQuery(token))
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 p-4 md:gap-5 md:p-8 md:pb-28">
      <title>{`Counter-notice · ${siteName}`}</title>
      {notice ? (
        notice.state === 'open' ? (
          <CounterNotice token={token} notice={notice} />
        ) : (
          <Answered {...notice} />
        )
      ) : error ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner className="m-auto" />
      )}
    </div>
  )
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = hasStatus(error, 404, 400)
  return (
    <Message icon={FileQuestion} iconClassName="text-mute" title={isGone ? "This link doesn't work" : 'Not loaded'}>
      <p className="mt-3 text-mute">
        {isGone ? 'The claim may have been withdrawn. You can see removed uploads in My Stats.' : describeReason(error)}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-4">
        {isGone ? <StatsLink /> : <TryAgain variant="primary" onClick={onRetry} />}
        <ContactLink />
      </div>
    </Message>
  )
}

const StatsLink = () => (
  <ButtonLink href={paths.stats} variant="primary">
    Open My Stats
  </ButtonLink>
)

const STATES: Record<Exclude<TakedownNotice['state'], 'open'>, string> = {
  waiting: "We've passed it on to the person who made the claim, and we'll review the claim again.",
  upheld: "We reviewed the claim again and didn't reverse the removal.",
  rejected: 'We reviewed the claim again and rejected it. You can upload the file again.',
}

const Answered = ({ state, originalName }: TakedownNotice) => (
  <Message icon={CircleCheck} title="Counter-notice sent">
    <p className="mt-3 text-pretty text-mute [overflow-wrap:anywhere]">
      Your counter-notice about {originalName} was sent. {state !== 'open' && STATES[state]}
    </p>
    <div className="mt-6">
      <StatsLink />
    </div>
  </Message>
)

function CounterNotice({ token, notice }: { token: string; notice: TakedownNotice }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(counterNoticeForm),
    defaultValues: { name: '', statement: '', consent: false },
  })
  const { mutate, isPending } = useMutation(sendMutation(token))
  const field = (name: 'name' | 'statement' | 'consent') => ({
    ...register(name),
    error: formState.errors[name]?.message,
  })
  return (
    <>
      <header>
        <h1 className="text-2xl md:text-3xl">Counter-notice</h1>
        <p className="mt-1 text-pretty text-mute [overflow-wrap:anywhere]">
          {notice.originalName} was removed on {date(notice.removedAt)} because of a copyright claim (request #
          {notice.takedownId}). If you think this was a mistake, tell us here. You can send only one counter-notice.
        </p>
      </header>
      <form noValidate onSubmit={handleSubmit((values) => mutate(values))} className="flex flex-col gap-5">
        <Card className="flex flex-col gap-5">
          <TextField label="Your name" autoComplete="name" required {...field('name')} />
          <TextArea
            label="Statement"
            hint="Explain why the removal was a mistake, for example that you made the work or have a license."
            maxLength={COUNTER_NOTICE_MAX}
            required
            {...field('statement')}
          />
          <Checkbox label={CONSENT} required {...field('consent')} />
        </Card>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="primary" size="large" isBusy={isPending}>
            {isPending ? 'Sending…' : 'Send counter-notice'}
          </Button>
          <ContactLink>Questions? Contact us</ContactLink>
        </div>
      </form>
    </>
  )
}
