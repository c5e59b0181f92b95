import { parseArgs } from 'node:util'
import { count } from '@hotvote/shared/counted'
import { type Outcome, openSite, runChecks } from '../checkup/open-site.ts'
import { configOfProcess } from '../platform/config/config.ts'
import { runCommand, say, sayWaiting } from './run-command.ts'

const USAGE = `pnpm checkup: checks the database and the stored files of the site, which may run or be stopped.
It takes the settings of the site, and changes nothing without --fix.

  --dry-run     lists everything that --fix would repair or delete
  --fix         recounts totals and counters, and deletes stored files that belong to no item
  --read-files  also reads all files of all items, and compares their bytes

Ends with 0 when all is well, and with 1 when something is wrong or could not be checked.`

const flag = { type: 'boolean', default: false } as const
const OPTIONS = { fix: flag, 'dry-run': flag, 'read-files': flag }

const EXAMPLES = 10

const print = ({ title, status, wrong, note }: Outcome, isListing: boolean) => {
  const number = wrong.length > 0 ? `: ${count(wrong.length)} wrong` : ''
  say(`${status.padEnd(8)} ${title}${number}${note ? ` (${note})` : ''}`)
  const shown = isListing ? wrong : wrong.slice(0, EXAMPLES)
  for (const example of shown) say(`           ${example}`)
  if (shown.length < wrong.length) say(`           and ${count(wrong.length - shown.length)} more: see --dry-run`)
}

const checkup = async (signal: AbortSignal): Promise<number> => {
  const { values } = parseArgs({ options: OPTIONS })
  const isListing = values['dry-run']
  if (isListing && values.fix) throw new Error('Use either --dry-run or --fix.')
  const options = { fix: values.fix, readsFiles: values['read-files'] }
  const site = await openSite(configOfProcess(), options, { signal, onWait: sayWaiting })
  let isWell = true
  try {
    for await (const outcome of runChecks(site, values.fix)) {
      signal.throwIfAborted()
      print(outcome, isListing)
      if (outcome.status === 'WRONG') isWell = false
    }
  } finally {
    await site.close()
  }
  return isWell ? 0 : 1
}

runCommand({ usage: USAGE, stopped: 'Stopped.' }, checkup)
