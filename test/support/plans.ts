import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'

interface Result {
  rows: { 'QUERY PLAN': [{ Plan: Node }] }[]
}
type Query = (this: unknown, ...args: unknown[]) => Promise<Result>
// The PostgreSQL driver of the service in this process.
const { Client } = createRequire(createRequire(import.meta.resolve('@mikro-orm/postgresql')).resolve('pg'))(
  'pg',
) as { Client: { prototype: { query: Query } } }

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}
/** A statement that was sent, and the nodes of its plan at that moment. */
export interface Planned {
  sql: string
  nodes: readonly Node[]
}

// What a request calls runs in its context, which holds the list of who records when it begins. Jobs,
// evaluations and followers, which send queries too, are not in it, nor is what an earlier request caused.
const requests = new AsyncLocalStorage<Promise<Planned>[] | null>()
let recorded: Promise<Planned>[] | null = null
subscribe('http.server.request.start', () => requests.enterWith(recorded))

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

/**
 * The statements that requests to this process send to PostgreSQL during `work`, each with its plan. EXPLAIN
 * is sent before the statement on the same connection, with the same parameters and in the same transaction, so
 * that its settings are in effect.
 */
export async function plansOf(work: () => Promise<unknown>): Promise<Planned[]> {
  const planned: Promise<Planned>[] = []
  recorded = planned
  const { query } = Client.prototype
  Client.prototype.query = function watched(...args) {
    const [what, values] = args
    const { text = '', values: own } =
      typeof what === 'string' ? { text: what, values } : (what as { text?: string; values?: unknown })
    if (requests.getStore() === planned && /^\s*(select|with|update|insert|delete)\b/i.test(text)) {
      const plan = query
        .call(this, { text: `explain (format json) ${text}`, values: own ?? values })
        .then(({ rows }) => ({ sql: text, nodes: flat(rows[0]!['QUERY PLAN'][0].Plan) }))
      planned.push(plan)
      return plan.then(
        () => query.apply(this, args),
        () => query.apply(this, args),
      )
    }
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    Client.prototype.query = query
    recorded = null
  }
  return Promise.all(planned)
}

/** Sequential scans of these tables, as text. */
export const walks = (plans: readonly Planned[], tables: ReadonlySet<string>): string[] =>
  plans.flatMap(({ sql, nodes }) =>
    nodes
      .filter(node => node['Node Type'].includes('Seq Scan') && tables.has(node['Relation Name'] ?? ''))
      .map(node => `${node['Relation Name']}: ${sql.replace(/\s+/g, ' ')}`),
  )
