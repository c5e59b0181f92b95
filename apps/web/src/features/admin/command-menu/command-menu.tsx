import { counted } from '@hotvote/shared/counted'
import { parseItemId } from '@hotvote/shared/item-address'
import type { listMedia } from '@hotvote/shared/operator/media-library'
import type { listTakedowns } from '@hotvote/shared/operator/takedown-review'
import type { listUsers } from '@hotvote/shared/operator/users'
import * as Radix from '@radix-ui/react-dialog'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { History, Search } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useDebounced } from '../../../lib/browser/hooks.ts'
import { isModeratorPath, mediaPath, requestPath, userPath } from '../../../lib/operator/admin-paths.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { useIsAdmin } from '../../../lib/operator/own-login.ts'
import { goToPart } from '../../../ui/data/admin-page.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DialogFrame } from '../../../ui/overlays/dialog.tsx'
import { FOUND_ICONS, matches, type Place, parts, SCREEN_WORDS } from './places.ts'

/** Maximum number of results of each kind. */
const LIMIT = 5
/** Minimum length of a search in characters. Item ids may be shorter. */
const MIN_LENGTH = 2

const findUsers = async (search: string): Promise<Place[]> => {
  const query = { search, limit: LIMIT, sort: 'username', order: 'asc' } as const
  const users = await callAsOperator<typeof listUsers>('GET /api/admin/users', { query })
  return users.map(({ id, username, email }) => ({
    path: userPath(id),
    label: username,
    note: email ?? '',
    kind: 'user',
  }))
}

const pathIn = (text: string) => (URL.canParse(text) ? new URL(text).pathname : text)

const findTakedowns = async (search: string): Promise<Place[]> => {
  const id = /^(?:takedown|dmca)\s+#?([1-9]\d{0,14})$/i.exec(search)?.[1]
  const query = { search: id ? `#${id}` : search, limit: LIMIT } as const
  const requests = await callAsOperator<typeof listTakedowns>('GET /api/admin/dmca-takedowns', { query })
  return requests
    .filter((request) => id === undefined || request.id === Number(id))
    .map(({ id: requestId, complainantName, complainantEmail, status }) => ({
      path: requestPath(requestId),
      label: complainantName,
      note: `Takedown #${requestId} (${status}), ${complainantEmail}`,
      kind: 'takedown',
    }))
}

const findItems = async (search: string): Promise<Place[]> => {
  // Search by id only if the number is short enough to be an id.
  const id = /^#?([1-9]\d{0,14})$/.exec(search)?.[1] ?? parseItemId(pathIn(search))
  const find = (query: { search: string } | { id: number }) =>
    callAsOperator<typeof listMedia>('GET /api/admin/media', { query: { ...query, limit: LIMIT } })
  const answers = await Promise.all([...(id ? [find({ id: Number(id) })] : []), find({ search })])
  const items = new Map(answers.flat().map((item) => [item.id, item]))
  return [...items.values()].slice(0, LIMIT).map(({ id: mediaId, originalName, username, totalVotes }) => ({
    path: mediaPath(mediaId),
    label: originalName,
    note: `#${mediaId} by ${username}, ${counted(totalVotes, 'vote')}`,
    kind: 'item',
  }))
}

const foundQuery = (text: string) => {
  const search = text.trim()
  return queryOptions({
    queryKey: ['admin', 'found', search],
    queryFn: async () => {
      const [users, items, takedowns] = await Promise.all([findUsers(search), findItems(search), findTakedowns(search)])
      return { users, items, takedowns }
    },
    enabled: search.length >= MIN_LENGTH || /^\d$/.test(search),
    staleTime: 0,
  })
}

type Icon = ComponentType<{ className?: string }>
type Entry = { label: string; note: string; icon: Icon; run: () => void }

type Choices = {
  screens: { label: string; path: string; icon: Icon }[]
  acts: { label: string; icon: Icon; run: () => void }[]
  /** Asks for confirmation if navigating would lose unsaved changes. */
  mayGoTo: (path: string) => Promise<boolean>
}

function useFound(text: string) {
  const wanted = text.trim()
  const query = useDebounced(text).trim()
  const { data, isFetching, isError } = useQuery(foundQuery(query))
  const isSearch = wanted !== ''
  const found = isSearch && query === wanted ? data : undefined
  return {
    users: found?.users ?? [],
    items: found?.items ?? [],
    takedowns: found?.takedowns ?? [],
    isLooking: isSearch && (isFetching || query !== wanted),
    hasFailed: isSearch && isError,
  }
}

const screenPlace = ({ label, path }: Choices['screens'][number]): Place => ({
  label,
  path,
  note: '',
  kind: 'screen',
  words: SCREEN_WORDS[path],
})

function useGo(mayGoTo: Choices['mayGoTo']) {
  const [location, navigate] = useLocation()
  return async (place: Place) => {
    if (!(await mayGoTo(place.path))) return
    const isPart = place.kind === 'part'
    if (isPart) goToPart(place.label)
    // Don't add a history entry when moving between parts of the same screen.
    if (!isPart || place.path !== location) navigate(place.path)
  }
}

function useEntries(text: string, { screens, acts, mayGoTo }: Choices) {
  const go = useGo(mayGoTo)
  const isAdmin = useIsAdmin()
  const { users, items, takedowns, ...found } = useFound(text)
  const isSearch = text.trim() !== ''
  const toEntry = (place: Place): Entry => ({
    ...place,
    icon: FOUND_ICONS[place.kind] ?? screens.find(({ path }) => path === place.path)?.icon ?? History,
    run: () => void go(place),
  })
  const named = (places: Place[]) => places.filter((place) => matches(place, text)).map(toEntry)
  const groups: [heading: string, entries: Entry[]][] = [
    ['Screens', named(screens.map(screenPlace))],
    ['On a screen', isSearch ? named(isAdmin ? parts : parts.filter(({ path }) => isModeratorPath(path))) : []],
    ['Users', users.map(toEntry)],
    ['Items', items.map(toEntry)],
    ['Takedowns', takedowns.map(toEntry)],
    ['Acts', acts.map((act) => ({ ...act, note: '' })).filter((act) => matches(act, text))],
  ]
  return { groups, ...found }
}

export function CommandMenu({ onClose, ...choices }: Choices & { onClose: () => void }) {
  const [text, setText] = useState('')
  const { groups, isLooking, hasFailed } = useEntries(text, choices)
  const chosen = useRef<() => void>(undefined)
  const choose = (run: () => void) => {
    chosen.current = run
    onClose()
  }
  const hasHits = groups.some(([, entries]) => entries.length > 0)
  return (
    <DialogFrame
      aria-describedby={undefined}
      onClose={onClose}
      // Run the chosen action after the dialog has returned focus to its opener.
      onClosed={() => chosen.current?.()}
      className="mx-auto mt-[min(12vh,6rem)] flex h-fit max-h-[min(30rem,80dvh,calc(var(--visible-height,100%)-min(12vh,6rem)-1rem))] w-[min(36rem,calc(100%-1.5rem))] animate-appear flex-col overflow-hidden rounded-card border border-line bg-panel shadow-soft outline-none"
    >
      <Radix.Title className="sr-only">Go to</Radix.Title>
      <Command label="Go to" shouldFilter={false} loop className="flex min-h-0 flex-col">
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Search aria-hidden className="size-5 shrink-0 text-mute" />
          <Command.Input asChild value={text} onValueChange={setText}>
            <input
              role="combobox"
              aria-expanded={hasHits}
              maxLength={200}
              placeholder="A screen, a user, an item, a takedown"
              className="h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-mute"
            />
          </Command.Input>
          {isLooking && <Spinner isSmall label="Looking…" />}
        </div>
        <Missing {...{ hasHits, isLooking, hasFailed }} />
        <Command.List hidden={!hasHits} className="min-h-0 flex-1 overflow-y-auto p-2">
          {groups.map(([heading, entries]) => (
            <Group key={heading} heading={heading} entries={entries} onChoose={choose} />
          ))}
        </Command.List>
      </Command>
    </DialogFrame>
  )
}

const Missing = ({ hasHits, isLooking, hasFailed }: { hasHits: boolean; isLooking: boolean; hasFailed: boolean }) => (
  <>
    {hasFailed && (
      <p role="alert" className={clsx('px-5 text-sm text-mute', hasHits ? 'pt-3' : 'py-8 text-center')}>
        Users, items and takedowns could not be looked up.
      </p>
    )}
    <div role="status" className="text-center text-mute">
      {!hasHits && !hasFailed && <p className="px-5 py-8">{isLooking ? 'Looking…' : 'No matches.'}</p>}
    </div>
  </>
)

type GroupProps = { heading: string; entries: Entry[]; onChoose: (run: () => void) => void }

function Group({ heading, entries, onChoose }: GroupProps) {
  if (entries.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[13px] [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-mute"
    >
      {entries.map(({ label, note, icon: Icon, run }, n) => (
        <Command.Item
          // Two items may share the same name, so the key includes the note.
          key={`${label} ${note}`}
          value={`${heading} ${n} ${label}`}
          onSelect={() => onChoose(run)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-[selected=true]:bg-raised"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-mute" />
          {/* On narrow screens, the note wraps below the name. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <span className="max-w-full truncate">{label}</span>
            {note !== '' && <span className="max-w-full truncate text-sm text-mute">{note}</span>}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
