import {
  CommandError,
  progressText,
  type Command,
  type CommandTools,
  type Context,
} from '@linecard/plugin-kit'

/** How long a run can wait until a process of the service takes it. */
const maxWaitMs = 20_000
const pollMs = 500
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

const listFound = async (tools: CommandTools, id: number, result: string | undefined): Promise<Found[]> =>
  (
    await tools.api('GET', `${path}/runs/${id}/found`, {
      query: { limit: 10_000, sort: 'ip', ...(result ? { result } : {}) },
    })
  ).data as Found[]

const run: Command<Context> = {
  summary: 'Searches networks for new devices in the running service, and shows the progress and the result',
  options: {
    '--rule <id>': 'one rule, or several separated by commas; by default all enabled rules',
    '--result <result>': 'shows only added, known, unknown_identity or failed',
  },
  async run(_ctx, tools, _args, { rule, result }) {
    const ids = rule === undefined ? undefined : String(rule).split(',').map(Number)
    if (ids?.some(id => !Number.isInteger(id)))
      throw new CommandError('--rule must be the number of a rule, or several separated by commas')
    const { data } = await tools.api('POST', `${path}/run`, { body: ids ? { rule_ids: ids } : {} })
    const { id } = data as { id: number }
    const asked = Date.now()
    for (;;) {
      const now = (await tools.api('GET', `${path}/runs/${id}`)).data as Run
      if (now.status === 'waiting' && Date.now() - asked > maxWaitMs)
        throw new CommandError(
          'no process has started the search yet. Is the service running? It starts when a process is free',
        )
      if (now.status === 'waiting' || now.status === 'running') {
        if (now.status === 'running')
          tools.progress(`${progressText(now.progress)}: ${countsText(now.counts)}`)
        await new Promise(resolve => {
          setTimeout(resolve, pollMs)
        })
        continue
      }
      tools.progress(null)
      tools.print(await listFound(tools, id, result as string | undefined), columns)
      for (const error of now.errors) tools.remark(`rule "${error.rule}": ${error.description}`)
      const { sent, received } = now.packets
      tools.remark(
        `${now.progress.done} addresses in ${((now.spent_ms ?? 0) / 1000).toFixed(1)} s, ` +
          `${sent} datagrams sent, ${received} received: ${countsText(now.counts)}`,
      )
      if (now.status !== 'ok')
        throw new CommandError(now.error?.description ?? `the search ended with the status ${now.status}`)
      return
    }
  },
}

export const commands = { run }
