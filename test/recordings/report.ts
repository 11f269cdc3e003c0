import { areas, reasons, type Area } from './reasons.ts'
import type { Outcome } from './compare.ts'

/** What one recording gave. */
export interface Result { name: string, vendor: string, modelKey: string | null, driver: string | null, error: string | null, outcomes: Outcome[], compared: boolean }
export interface DetectionSummary { identities: number, supported: number, right: number, wrong: string[] }

const count = (outcomes: readonly Outcome[], area: Area, result: Outcome['result']) => outcomes.filter(outcome => outcome.area === area && outcome.result === result).length
const headings: Readonly<Record<Area, string>> = { interface: 'Interfaces', name: 'Names', oper: 'Link states', admin: 'Admin states', description: 'Descriptions' }
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

/** `rows / equal / explained`, with what is neither in bold. */
function cell(outcomes: readonly Outcome[], area: Area): string {
  const [equal, explained, different] = (['equal', 'explained', 'different'] as const).map(result => count(outcomes, area, result)) as [number, number, number]
  const total = equal + explained + different
  return total === 0 ? '–' : `${total} / ${equal} / ${explained}${different ? ` / **${different}**` : ''}`
}

/** `docs/driver-fidelity.md`, written by the run itself. */
export function report(results: readonly Result[], detection: DetectionSummary): string {
  const vendors = [...new Set(results.map(result => result.vendor))].toSorted()
  const all = results.flatMap(result => result.outcomes)
  const silent = results.filter(result => result.error)
  const used = reasons.filter(reason => all.some(outcome => outcome.reason === reason.id))
  const vendorsOf = (id: string) => vendors.filter(vendor => results.some(result => result.vendor === vendor && result.outcomes.some(outcome => outcome.reason === id)))
  return `${[
    '# How true the drivers are',
    '',
    '<!-- Written by npm run test:recordings; do not edit. -->',
    '',
    `${results.length} recordings of real devices were served on sockets by the simulator, detected, and read by the drivers. ${results.filter(result => result.compared).length} of them come with what`,
    'another system (LibreNMS) derived from the same recording: a peer\'s answer, not the truth. Each difference is either explained by a named reason or fails the run.',
    '',
    '## Interfaces',
    '',
    'Rows compared / equal / explained; what is neither stands in bold.',
    '',
    row(['Vendor', 'Recordings', ...areas.map(area => headings[area])]),
    row(['---', '---:', ...areas.map(() => '---:')]),
    ...vendors.map(vendor => {
      const own = results.filter(result => result.vendor === vendor)
      return row([vendor, own.length, ...areas.map(area => cell(own.flatMap(result => result.outcomes), area))])
    }),
    row(['**all**', results.length, ...areas.map(area => cell(all, area))]),
    '',
    '## Why they differ',
    '',
    row(['Reason', 'Area', 'Rows', 'Vendors', 'Explanation']),
    row(['---', '---', '---:', '---', '---']),
    ...used.map(reason => row([reason.id, headings[reason.area], all.filter(outcome => outcome.reason === reason.id).length, vendorsOf(reason.id).join(', '), reason.text])),
    '',
    '## Detection',
    '',
    `Of ${detection.identities} recorded identities (sysObjectID and sysDescr), ${detection.supported} are of vendors with a driver of their own; ${detection.right} of those are taken for the right vendor.`,
    `Taken for a wrong vendor: ${detection.wrong.length === 0 ? 'none' : detection.wrong.join(', ')}. All others fall to the generic driver.`,
    '',
    row(['Driver', 'Recordings']),
    row(['---', '---:']),
    ...[...Map.groupBy(results, result => result.driver ?? 'none')].toSorted(([a], [b]) => a < b ? -1 : 1).map(([driver, own]) => row([driver, own.length])),
    ...(silent.length === 0 ? [] : ['', '## Recordings that cannot be read', '', row(['Recording', 'What came']), row(['---', '---']), ...silent.map(result => row([result.name, result.error!]))]),
  ].join('\n')}\n`
}
