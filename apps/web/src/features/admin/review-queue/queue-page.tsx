import { counted } from '@hotvote/shared/counted'
import { listQueue, type QueueEntry } from '@hotvote/shared/operator/review-queue'
import { HIDE_AFTER, HIDE_AT_LEAST, HIDE_SHARE, reportRulesForm } from '@hotvote/shared/visitor/reports'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { areLettersOn } from '../../../lib/browser/preferences.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { useWaiting } from '../../../lib/operator/queue-count.ts'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Pager, usePageStart } from '../../../ui/data/pager.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { LetterKeysCheckbox } from '../../../ui/forms/checkbox.tsx'
import { NumberField } from '../../../ui/forms/field.tsx'
import { Letter } from '../../../ui/forms/letter.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { type Decisions, EntryCard, useDecisions } from './entry-card.tsx'
import { queueQuery, reportRulesQuery, saveRulesMutation } from './queue.api.ts'

const labels = { hideAfter: 'Reports that hide an item', hideShare: 'Share of the collection hidden a day (%)' }

function ReportRules() {
  return (
    <SettingSection
      title="Hide Reported Items"
      query={useQuery(reportRulesQuery)}
      errorTitle="Failed to load the report threshold"
    >
      {(saved) => ({
        form: <RulesForm saved={saved} />,
        isEnabled: saved.hideAfter > 0,
        facts: [
          ['Hidden', saved.hideAfter === 0 ? 'Never' : `After ${counted(saved.hideAfter, 'report')}`],
          ['At most a day', `${saved.hideShare}% of the collection`],
        ],
        updatedAt: saved.updatedAt,
      })}
    </SettingSection>
  )
}

function RulesForm({ saved }: { saved: Versioned<z.infer<typeof reportRulesForm>> }) {
  const { numberField, actions } = useSettingsForm(saved, reportRulesForm, { ...saveRulesMutation, labels })
  return (
    <SettingsForm
      purpose="Enough reports take an item off the site until you have looked at it. Its uploader is told that it is hidden."
      actions={actions}
    >
      <NumberField
        label={labels.hideAfter}
        min={HIDE_AFTER.min}
        max={HIDE_AFTER.max}
        hint="Reports of one network count once. 0: an item is never hidden by reports."
        {...numberField('hideAfter')}
      />
      <NumberField
        label={labels.hideShare}
        min={HIDE_SHARE.min}
        max={HIDE_SHARE.max}
        hint={`Beyond this share, reports no longer hide items, except those about minors or illegal content. Reports can always hide ${HIDE_AT_LEAST} items a day.`}
        {...numberField('hideShare')}
      />
    </SettingsForm>
  )
}

/** Review queue (docs/decisions/017). */
export function QueuePage() {
  const cursor = usePageStart(listQueue)
  const query = useQuery(queueQuery(cursor))
  return (
    <AdminPage title="Queue" purpose="Waiting for your decision, most urgent first.">
      <QueryView query={query} errorTitle="Failed to load the queue" loading={<TableSkeleton />}>
        {({ items, next }) => (
          <section aria-label="Waiting" className="flex flex-col gap-3">
            <Entries entries={items} />
            {items.length === 0 && <NoEntries isFirstPage={cursor === ''} />}
            <Pager next={next} isLoading={query.isPlaceholderData} />
          </section>
        )}
      </QueryView>
      {/* Placed below the list, so the list does not move when this form loads. */}
      {query.isFetched && <ReportRules />}
    </AdminPage>
  )
}

const NoEntries = ({ isFirstPage }: { isFirstPage: boolean }) => (
  <Card>
    {isFirstPage ? (
      <Empty icon={CircleCheck} title="All caught up">
        Reports, takedown requests and look-alikes of removed items are listed here. Unusual votes are on the next page.
      </Empty>
    ) : (
      <Empty icon={CircleCheck} title="Nothing left on this page">
        Unusual votes are listed here.
      </Empty>
    )}
  </Card>
)

function Entries({ entries }: { entries: QueueEntry[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState({ key: '', index: 0 })
  const decisions = useDecisions(({ key }) => setSelected(({ index }) => ({ key, index })))
  // Selects the next entry after the selected entry has been decided.
  const found = entries.findIndex(({ key }) => key === selected.key)
  const current = found < 0 ? Math.min(selected.index, entries.length - 1) : found
  const cardAt = (index: number) => list.current?.children[index] as HTMLElement | undefined
  useQueueKeys({
    step: (by) => cardAt(current + by)?.focus(),
    press: (letter) =>
      cardAt(current)
        ?.querySelector<HTMLElement>(`[data-letter="${CSS.escape(letter)}"]`)
        ?.click(),
    undo: decisions.undo,
  })
  const currentKey = entries[current]?.key
  const focusAfterDecision = useEffectEvent((key: string | undefined) => {
    const card = cardAt(current)
    const { activeElement } = document
    if (key && decisions.last && !card?.contains(activeElement) && !activeElement?.matches(TYPED)) card?.focus()
  })
  useEffect(() => focusAfterDecision(currentKey), [currentKey])
  return (
    <>
      <QueueBar decisions={decisions} />
      <ul ref={list} aria-label="Queue" className="flex flex-col gap-3 empty:hidden">
        {entries.map((entry, index) => (
          <EntryCard
            key={entry.key}
            entry={entry}
            isCurrent={index === current}
            decisions={decisions}
            onFocus={() => setSelected({ key: entry.key, index })}
          />
        ))}
      </ul>
    </>
  )
}

type Acts = { step: (by: number) => void; press: (letter: string) => void; undo: (() => void) | undefined }

const TYPED = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** J and K move, Z undoes, other letters press the current entry's buttons. */
function useQueueKeys({ step, press, undo }: Acts) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, repeat, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || !areLettersOn()) return
    if ((target instanceof Element && target.closest(TYPED)) || document.querySelector(ABOVE)) return
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    // A held key must not decide several entries.
    else if (repeat) return
    else if (key === 'z') undo?.()
    else press(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function QueueBar({ decisions: { last, undo, isBusy } }: { decisions: Decisions }) {
  const waiting = useWaiting()
  return (
    <div className="sticky top-0 z-10 -mx-1 flex flex-wrap items-center gap-x-4 bg-bg px-1 py-1 max-lg:top-14">
      <p className="text-sm text-mute">
        {waiting !== undefined &&
          (waiting === 0 ? 'Nothing to do' : `${counted(waiting, 'decision')} wait${waiting === 1 ? 's' : ''}`)}
      </p>
      <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2">
        <p role="status" aria-label="Last decision" className="min-w-0 [overflow-wrap:anywhere]">
          {last?.text}
        </p>
        {last?.isInTrash && (
          <Link href={adminPaths.trash} className="inline-flex min-h-11 items-center text-not-ink underline">
            Restore it from the trash
          </Link>
        )}
        {undo && (
          <Button size="small" isBusy={isBusy} aria-keyshortcuts="Z" onClick={undo}>
            <Undo2 aria-hidden className="size-4" />
            Undo
            <Letter>z</Letter>
          </Button>
        )}
      </div>
      <div className="ml-auto hidden items-center gap-3 text-sm text-mute pointer-fine:md:flex">
        <span className="flex items-center gap-1.5">
          <Letter>j</Letter> next <Letter>k</Letter> previous
        </span>
        <LetterKeysCheckbox />
      </div>
    </div>
  )
}
