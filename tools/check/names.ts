import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, Repository } from '../repository.ts'

const page = 'docs/reference/api-names.md'
const lock = 'test/contract/openapi.lock'

/** Where a name stands: a parameter by its place, or a member of a body or an answer. */
type Place = 'path' | 'query' | 'member'

/** What a name must not be, and what is written in its place. */
const rules: readonly { places: readonly Place[]; isWrong: RegExp; instead: string }[] = [
  {
    places: ['query', 'member'],
    isWrong: /^(?!_?[a-z][a-z0-9]*(_[a-z0-9]+)*$)/,
    instead: 'lower case with "_"',
  },
  { places: ['path'], isWrong: /^(?![a-z]+([A-Z][a-z]+)*$)/, instead: 'a word, or two as in "deviceId"' },
  { places: ['path', 'query', 'member'], isWrong: /(^|_)iface|^iface/, instead: '"interface"' },
  { places: ['query', 'member'], isWrong: /(^|_)mac_(addr|address|addresses)$/, instead: '"mac"' },
  { places: ['query', 'member'], isWrong: /(^|_)(addr|ip_address)$/, instead: '"ip"' },
  { places: ['query', 'member'], isWrong: /^vlan$/, instead: '"vlan_id"' },
  { places: ['query', 'member'], isWrong: /^(end|date)$|_date$/, instead: '"stop", or "…_at"' },
  { places: ['query', 'member'], isWrong: /_timestamp$/, instead: '"…_at"' },
  {
    places: ['query', 'member'],
    isWrong: /(^|_)(uptime|timeout|duration|interval|rtt|lifetime)$/,
    instead: 'its unit at the end, as in "uptime_sec"',
  },
  { places: ['query'], isWrong: /^(q|search|filter)$/, instead: '"query"' },
  { places: ['query'], isWrong: /^(page|per_page|count)$/, instead: '"limit" and "offset"' },
]

/** What the rules say of a name; null: nothing. */
export const faultOf = (place: string, name: string): string | null =>
  rules.find(rule => rule.places.includes(place as Place) && rule.isWrong.test(name))?.instead ?? null

/** Compares the names of the document with the rules and with the exceptions that the page lists. */
export function namesIn(lines: readonly string[], text: string): Finding[] {
  const excepted = new Set(
    [...text.matchAll(/^\| `(path|query|member) ([^`]+)` \|/gm)].map(row => `${row[1]} ${row[2]}`),
  )
  const used = new Set<string>()
  const findings: Finding[] = []
  for (const line of lines) {
    const [kind, group, ...names] = line.split(' ')
    if (kind !== 'names') continue
    const place = group!.split('.')[0]!
    for (const name of names) {
      const instead = faultOf(place, name)
      if (instead === null) continue
      if (excepted.has(`${place} ${name}`)) used.add(`${place} ${name}`)
      else findings.push({ file: lock, message: `${place} "${name}": use ${instead} (${page})` })
    }
  }
  for (const one of excepted)
    if (!used.has(one)) findings.push({ file: page, message: `"${one}" is no exception of the document` })
  return findings
}

/** Every name of the API is one of docs/reference/api-names.md, or an exception that the page lists. */
export async function checkNames({ pages }: Repository): Promise<Finding[]> {
  const lines = await readFile(join(import.meta.dirname, '../..', lock), 'utf8')
  return namesIn(lines.split('\n'), pages.get(page) ?? '')
}
