import { CommandError, type Command, type Tools } from '../command.ts'
import { progressLine, progressText } from '../progress.ts'

/** How long a run may wait until a process of the service takes it, in ms. */
const TAKEN_MS = 20_000
const ASK_MS = 500
const path = '/component/autodiscovery'

interface Run {
  status: string
  progress: { done: number; total: number; what: string }
  counts: { added: number; known: number; unknown_identity: number; failed: number }
  packets: { sent: number; received: number; foreign: number }
  errors: { rule: string; description: string }[]
  error: { description: string } | null
  spent_ms: number | null
}
interface Found {
  ip: string
  result: string
  model: { name: string } | null
  name: string | null
  known_under: string | null
  object_id: string | null
  descr: string | null
  reason: string | null
}

const columns = {
  Address: (row: Found) => row.ip,
  Result: (row: Found) => (row.known_under ? `${row.result} as ${row.known_under}` : row.result),
  Model: (row: Found) => row.model,
  Name: (row: Found) => row.name,
  What: (row: Found) =>
    row.result === 'unknown_identity'
      ? `${row.object_id ?? '-'} ${row.descr ?? ''}`.slice(0, 80)
      : row.reason,
}

const countsText = ({ added, known, unknown_identity: unknown, failed }: Run['counts']) =>
  `${added} added, ${known} known, ${unknown} unknown, ${failed} failed`

/** @throws CommandError where the plugin is left out or off */
async function assertThere(tools: Tools): Promise<void> {
  const component = (await tools.use('installation')).components().find(({ key }) => key === 'autodiscovery')
  if (component?.state === 'ready') return
  const why = component
    ? (component.reason ?? `it is ${component.state}`)
    : 'the configuration names no such plugin'
  throw new CommandError(`autodiscovery is not there (UNAVAILABLE): ${why}`)
}

const pages = async (tools: Tools, id: number, result: string | undefined): Promise<Found[]> =>
  (
    await tools.api('GET', `${path}/runs/${id}/found`, {
      query: { limit: 10_000, sort: 'ip', ...(result ? { result } : {}) },
    })
  ).data as Found[]

const run: Command = {
  name: 'autodiscovery:run',
  summary: 'Has the running service search networks for new devices, shows how far it is and what it found',
  options: {
    '--rule <id>': 'one rule, or several with commas; otherwise all that are enabled',
    '--result <result>': 'shows only added, known, unknown_identity or failed',
  },
  async run(tools, _, { rule, result }) {
    await assertThere(tools)
    const ids = rule === undefined ? undefined : String(rule).split(',').map(Number)
    if (ids?.some(id => !Number.isInteger(id)))
      throw new CommandError('--rule is the number of a rule, or several with commas')
    const { data } = await tools.api('POST', `${path}/run`, { body: ids ? { rule_ids: ids } : {} })
    const { id } = data as { id: number }
    const asked = Date.now()
    const line = progressLine()
    for (;;) {
      const now = (await tools.api('GET', `${path}/runs/${id}`)).data as Run
      if (now.status === 'waiting' && Date.now() - asked > TAKEN_MS)
        throw new CommandError(
          'no process has taken the search yet: is the service running? It starts as soon as one is free',
        )
      if (now.status === 'waiting' || now.status === 'running') {
        if (now.status === 'running') line.show(`${progressText(now.progress)}: ${countsText(now.counts)}`)
        await new Promise(resolve => {
          setTimeout(resolve, ASK_MS)
        })
        continue
      }
      line.clear()
      tools.print(await pages(tools, id, result as string | undefined), columns)
      for (const error of now.errors) tools.say(`rule "${error.rule}": ${error.description}`)
      const { sent, received } = now.packets
      tools.say(
        `${now.progress.done} addresses in ${((now.spent_ms ?? 0) / 1000).toFixed(1)} s, ${sent} datagrams sent, ${received} received: ${countsText(now.counts)}`,
      )
      if (now.status !== 'ok')
        throw new CommandError(now.error?.description ?? `the search ended: ${now.status}`)
      return
    }
  },
}

export const autodiscoveryCommands = [run]
