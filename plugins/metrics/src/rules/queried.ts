import type { RuleAnswer, RuleAsked, RuleHit, RulesAsked } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { StoreError } from '../prometheus/ask.ts'
import { chosen, type ChosenRow, type Marked } from './chosen.ts'
import { dialectOf } from './dialect.ts'
import { hitOf } from './hits.ts'
import { promqlOf } from './promql.ts'
import { queryAt, type Samples } from './vector.ts'

/** Queries at the same time. */
const atOnce = 4
/** Series of an answer that are looked at. */
const maxSeries = 100_000
const ownLabels = new Set(['device_id', 'interface_id', 'part', '__name__'])

type Labels = Readonly<Record<string, string>>

/** What a series of the store is about; null: no stored device. */
interface Subject {
  device_id: number
  interface_id: number
  part: string
}

const idOf = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)

function subjectOf(labels: Labels): Subject | null {
  const device = idOf(labels['device_id'] ?? labels['dev_id'])
  if (device === 0) return null
  return { device_id: device, interface_id: idOf(labels['interface_id']), part: labels['part'] ?? '' }
}

const numberOf = (text: string): number | null => {
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** Labels of a series that names no stored device; together they are its part. */
function foreign(labels: Labels, value: string): RuleHit {
  const own = Object.entries(labels).filter(([name]) => name !== '__name__')
  const part = own
    .map(([name, text]) => `${name}=${text}`)
    .toSorted()
    .join(',')
  const empty = { device_id: '', device: '', ip: '', vendor: '', model: '', group_id: '' }
  const port = { interface_id: '', interface: '', type: '', part: '' }
  return {
    device_id: null,
    interface_id: null,
    part: part.slice(0, 100),
    value: numberOf(value),
    labels: { ...empty, ...port, ...Object.fromEntries(own) },
  }
}

/** One sample of each subject: a device that was renamed has two series for a while. */
function bySubject(samples: Samples): Map<string, { subject: Subject; labels: Labels; value: string }> {
  const found = new Map<string, { subject: Subject; labels: Labels; value: string }>()
  for (const { metric: labels, value } of samples.slice(0, maxSeries)) {
    const subject = subjectOf(labels)
    if (!subject) continue
    const key = `${subject.device_id} ${subject.interface_id} ${subject.part}`
    if (!found.has(key)) found.set(key, { subject, labels, value: value[1] })
  }
  return found
}

const keyOf = (row: Pick<ChosenRow, 'device_id' | 'interface_id' | 'part'>) =>
  `${row.device_id} ${row.interface_id} ${row.part}`

const extraOf = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !ownLabels.has(name)))

async function hitsOf(em: SqlEntityManager, samples: Samples, asked: Queried, limit: number) {
  const found = bySubject(samples)
  const all = [...found.values()]
  const rows = sql`
    select 0 as rule, * from unnest(${all.map(({ subject }) => subject.device_id)}::int[],
      ${all.map(({ subject }) => subject.interface_id)}::int[],
      ${all.map(({ subject }) => subject.part)}::text[],
      ${all.map(({ value }) => value.replace('Inf', 'Infinity'))}::float8[])
      as t (device_id, interface_id, part, value)`
  const filter = 'expression' in asked.rule ? (asked.rule.expression.filter ?? {}) : {}
  const known = await chosen(em, rows, [{ rule: 0, filter, marked: asked.marked }], limit)
  const hits = known.map(row => hitOf(row, extraOf(found.get(keyOf(row))!.labels)))
  const others = 'promql' in asked.rule ? samples.filter(({ metric }) => subjectOf(metric) === null) : []
  const rest = others.slice(0, limit - hits.length).map(({ metric, value }) => foreign(metric, value[1]))
  return { hits: [...hits, ...rest], total: (known[0]?.total ?? 0) + others.length }
}

export interface Queried {
  rule: RuleAsked
  marked: Marked
}

const hasDelta = ({ rule }: Queried): boolean =>
  'expression' in rule &&
  [rule.expression, ...(rule.expression.also ?? [])].some(one => one.function === 'delta')

/** Answers of the store to each rule; filters that its labels do not tell are applied here. */
export async function evaluateQueried(
  { em, config }: { em(): SqlEntityManager; config: Config },
  rules: readonly Queried[],
  { at, limit, signal }: RulesAsked,
): Promise<RuleAnswer[]> {
  const answers: RuleAnswer[] = []
  const dialect = rules.some(hasDelta) ? await dialectOf(config, at) : 'promql'
  let next = 0
  const work = async (): Promise<void> => {
    for (let n = next++; n < rules.length; n = next++) {
      signal.throwIfAborted()
      const one = rules[n]!
      try {
        const query =
          'promql' in one.rule ? one.rule.promql : promqlOf(one.rule.expression, { joins: false, dialect })
        const samples = await queryAt(config, query, at)
        answers[n] = { ...(await hitsOf(em(), samples, one, limit)), error: null }
      } catch (error) {
        // What this rule asked is wrong; anything else is wrong with the store.
        if (!(error instanceof StoreError) || error.later || error.status === null) throw error
        answers[n] = { hits: [], total: 0, error: error.message }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rules.length) }, work))
  return answers
}
