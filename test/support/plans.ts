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

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

/**
 * The statements that this process sends to PostgreSQL during `work`, each with its plan. EXPLAIN is sent
 * before the statement on the same connection, with the same parameters and in the same transaction, so that
 * its settings are in effect.
 */
export async function plansOf(work: () => Promise<unknown>): Promise<Planned[]> {
  const planned: Promise<Planned>[] = []
  const { query } = Client.prototype
  Client.prototype.query = function watched(...args) {
    const [what, values] = args
    const { text = '', values: own } =
      typeof what === 'string' ? { text: what, values } : (what as { text?: string; values?: unknown })
    if (/^\s*(select|with|update|insert|delete)\b/i.test(text)) {
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
