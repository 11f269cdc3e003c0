import { areas, headings, peerAreas, reasons, wholeAreas, type Area, type Outcome } from './areas/index.ts'
import { detectionSection, type DetectionSummary } from './detection.ts'

/**
 * What one recording gave. `scope`: of a switch or router of a vendor with a driver, which the totals are
 * about; else of something else.
 */
export interface Result {
  name: string
  vendor: string
  scope: boolean
  modelKey: string | null
  driver: string | null
  error: string | null
  outcomes: Outcome[]
  compared: boolean
}

/** Rows of one area by how they were judged. */
export interface Tally {
  equal: number
  explained: number
  different: number
  ours: number
}
export const tally = (outcomes: readonly Outcome[], area?: Area): Tally => {
  const of = (result: Outcome['result']) =>
    outcomes.filter(one => one.result === result && (area === undefined || one.area === area)).length
  return { equal: of('equal'), explained: of('explained'), different: of('different'), ours: of('ours') }
}
export const share = ({ equal, explained, different }: Tally): string => {
  const all = equal + explained + different
  return all === 0 ? '–' : `${(Math.floor((1000 * (equal + explained)) / all) / 10).toFixed(1)} %`
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const outcomesOf = (results: readonly Result[]) => results.flatMap(result => result.outcomes)

/** `rows / equal / explained`, with what is neither in bold. */
function cell(outcomes: readonly Outcome[], area: Area): string {
  const { equal, explained, different } = tally(outcomes, area)
  const total = equal + explained + different
  return total === 0 ? '–' : `${total} / ${equal} / ${explained}${different ? ` / **${different}**` : ''}`
}

/** Three tables, one line a vendor. */
const groups: readonly { title: string; areas: readonly Area[] }[] = [
  { title: 'Ports', areas: ['interface', 'name', 'oper', 'admin', 'description'] },
  { title: 'Layers 2 and 3', areas: ['vlan', 'member', 'fdb', 'arp', 'address', 'lldp'] },
  { title: 'Hardware', areas: ['cpu', 'memory', 'temperature', 'power', 'transceiver'] },
  { title: 'Against the recordings themselves', areas: wholeAreas },
]

function vendorTable(results: readonly Result[], of: readonly Area[]): string[] {
  const vendors = [...new Set(results.map(result => result.vendor))].toSorted()
  return [
    row(['Vendor', 'Recordings', ...of.map(area => headings[area])]),
    row(['---', '---:', ...of.map(() => '---:')]),
    ...vendors.flatMap(vendor => {
      const own = results.filter(result => result.vendor === vendor)
      const cells = of.map(area => cell(outcomesOf(own), area))
      return cells.every(said => said === '–') ? [] : [row([vendor, own.length, ...cells])]
    }),
  ]
}

const totals = (results: readonly Result[], of: readonly Area[]): string[] => [
  row(['Area', 'Rows compared', 'Equal', 'Explained', 'Different', 'Equal or explained', 'Ours only']),
  row(['---', '---:', '---:', '---:', '---:', '---:', '---:']),
  ...[
    ...of.map(area => [headings[area], tally(outcomesOf(results), area)] as const),
    ['**all**', tally(outcomesOf(results).filter(({ area }) => of.includes(area)))] as const,
  ].map(([name, sums]) =>
    row([
      name,
      sums.equal + sums.explained + sums.different,
      sums.equal,
      sums.explained,
      sums.different,
      share(sums),
      sums.ours,
    ]),
  ),
]

/** What is neither equal nor explained, by recording: counts only, for the texts are other people's. */
function openSection(results: readonly Result[]): string[] {
  const lines = results.flatMap(({ name, outcomes }) =>
    areas.flatMap(area => {
      const { different } = tally(outcomes, area)
      return different ? [row([name, headings[area], different])] : []
    }),
  )
  return lines.length === 0
    ? []
    : [
        '## Different',
        '',
        'Not explained yet. `npm run test:recordings <recording>` shows the rows.',
        '',
        row(['Recording', 'Area', 'Rows']),
        row(['---', '---', '---:']),
        ...lines,
        '',
      ]
}

/** `docs/driver-fidelity.md`, written by the run itself. */
export function report(results: readonly Result[], detection: DetectionSummary): string {
  const scope = results.filter(result => result.scope)
  const others = results.filter(result => !result.scope && result.outcomes.length > 0)
  const all = outcomesOf(scope)
  const silent = results.filter(result => result.error)
  const used = reasons.filter(reason => all.some(outcome => outcome.reason === reason.id))
  const vendorsOf = (id: string) =>
    [...Map.groupBy(scope, ({ vendor }) => vendor)]
      .map(
        ([vendor, own]) => [vendor, outcomesOf(own).filter(outcome => outcome.reason === id).length] as const,
      )
      .filter(([, rows]) => rows > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([vendor, rows]) => `${vendor} ${rows}`)
  return `${[
    '# How true the drivers are',
    '',
    '<!-- Written by npm run test:recordings; do not edit. -->',
    '',
    `${results.length} recordings of real devices were served on sockets by the simulator, detected, and read by the drivers. ${results.filter(result => result.compared).length} of them come with what`,
    "another system (LibreNMS) derived from the same recording: a peer's answer, not the truth. A difference is either explained by a named reason, which is checked",
    'on each row, or counted as different. The run fails when a vendor has fewer equal or more different rows than `test/recordings/floors.json` allows.',
    '',
    '## Totals',
    '',
    `Switches and routers of vendors with a driver: ${scope.filter(result => result.compared).length} recordings with something to compare with. What we say beyond the other system is counted as ours only.`,
    '',
    ...totals(scope, peerAreas),
    '',
    'FDB, ARP and LLDP rows that the standard tables of the recordings hold, and how many of them we answer:',
    '',
    ...totals(scope, wholeAreas),
    '',
    'Below: rows compared / equal / explained; what is neither stands in bold.',
    '',
    ...groups.flatMap(group => [`## ${group.title}`, '', ...vendorTable(scope, group.areas), '']),
    '## Why they differ',
    '',
    row(['Reason', 'Area', 'Rows', 'Vendors', 'Explanation']),
    row(['---', '---', '---:', '---', '---']),
    ...used.map(reason =>
      row([
        reason.id,
        reason.areas.map(area => headings[area]).join(', '),
        all.filter(outcome => outcome.reason === reason.id).length,
        vendorsOf(reason.id).join(', '),
        reason.text,
      ]),
    ),
    '',
    ...openSection(scope),
    '## Other equipment',
    '',
    'OLTs, access points, and vendors without a driver of their own, which the standard MIBs answer for. Not in the totals.',
    '',
    ...groups.flatMap(group => [...vendorTable(others, group.areas), '']),
    ...detectionSection(detection),
    '',
    row(['Driver', 'Recordings']),
    row(['---', '---:']),
    ...[...Map.groupBy(results, result => result.driver ?? 'none')]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([driver, own]) => row([driver, own.length])),
    ...(silent.length === 0
      ? []
      : [
          '',
          '## Recordings that cannot be read',
          '',
          row(['Recording', 'What came']),
          row(['---', '---']),
          ...silent.map(result => row([result.name, result.error!])),
        ]),
  ].join('\n')}\n`
}
