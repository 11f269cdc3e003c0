import { areas, headings, peerAreas, reasons, type Area, type Outcome } from './areas/index.ts'
import { detectionSection, type DetectionSummary } from './detection.ts'
import { sensorLine, share, tally, type Result } from './result.ts'
import { standardSection, standardVendors } from './standard.ts'

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const outcomesOf = (results: readonly Result[]) => results.flatMap(result => result.outcomes)

/** `rows / equal / explained / **different**`. */
function cell(outcomes: readonly Outcome[], area: Area): string {
  const { equal, explained, different } = tally(outcomes, area)
  const total = equal + explained + different
  return total === 0 ? '–' : `${total} / ${equal} / ${explained}${different ? ` / **${different}**` : ''}`
}

/** The tables of the page: one row for each vendor. */
const groups: readonly { title: string; areas: readonly Area[] }[] = [
  { title: 'Ports', areas: ['interface', 'name', 'oper', 'admin', 'description'] },
  { title: 'Layers 2 and 3', areas: ['vlan', 'member', 'fdb', 'arp', 'address', 'lldp'] },
  {
    title: 'Hardware',
    areas: ['cpu', 'memory', 'temperature', 'power', 'transceiver', 'voltage', 'bias', 'fan'],
  },
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

/** Different rows by recording: counts only, because the recordings belong to others. */
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

const count = (results: readonly Result[], fits: (one: Result) => boolean): number =>
  results.filter(fits).length

const introductionOf = (results: readonly Result[]): string => `# How the drivers compare with recordings

<!-- Written by npm run test:recordings; do not edit. -->

The simulator serves ${results.length} open recordings of real devices on sockets; Linecard detects and reads them.
${count(results, result => result.compared)} of them come with the values that another system (LibreNMS) derived
from the same recording. These values are the answers of a peer, not the truth. A difference is explained
by a named reason, which is checked for each row, or it counts as different. The run fails if a vendor has
fewer equal or more different rows than \`test/recordings/floors.json\` allows.

## Totals

Switches and routers of vendors with a driver:
${count(results, result => result.scope && result.compared)} recordings with values to compare.
“Ours only” counts what we answer and the other system does not.
`

/** Vendors with rows of a reason, with their numbers. */
const vendorsOf = (scope: readonly Result[], id: string): string =>
  [...Map.groupBy(scope, ({ vendor }) => vendor)]
    .map(
      ([vendor, own]) => [vendor, outcomesOf(own).filter(outcome => outcome.reason === id).length] as const,
    )
    .filter(([, rows]) => rows > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([vendor, rows]) => `${vendor} ${rows}`)
    .join(', ')

function reasonsSection(scope: readonly Result[]): string[] {
  const all = outcomesOf(scope)
  const used = reasons.filter(reason => all.some(outcome => outcome.reason === reason.id))
  return [
    '## Reasons of differences',
    '',
    row(['Reason', 'Area', 'Rows', 'Vendors', 'Explanation']),
    row(['---', '---', '---:', '---', '---']),
    ...used.map(reason =>
      row([
        reason.id,
        reason.areas.map(area => headings[area]).join(', '),
        all.filter(outcome => outcome.reason === reason.id).length,
        vendorsOf(scope, reason.id),
        reason.text,
      ]),
    ),
    '',
  ]
}

function driversSection(results: readonly Result[]): string[] {
  const silent = results.filter(result => result.error)
  return [
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
          row(['Recording', 'Error']),
          row(['---', '---']),
          ...silent.map(result => row([result.name, result.error!])),
        ]),
  ]
}

/** `docs/project/driver-fidelity.md`, written by the run itself. */
export function report(results: readonly Result[], detection: DetectionSummary): string {
  const scope = results.filter(result => result.scope)
  const others = results.filter(result => !result.scope && result.outcomes.length > 0)
  return `${[
    introductionOf(results),
    ...totals(scope, peerAreas),
    '',
    sensorLine(scope),
    '',
    ...standardSection(scope),
    'The tables below show: rows compared / equal / explained / **different**.',
    '',
    ...groups.flatMap(group => [`## ${group.title}`, '', ...vendorTable(scope, group.areas), '']),
    '## Standard tables by vendor',
    '',
    ...standardVendors(scope),
    '',
    ...reasonsSection(scope),
    ...openSection(scope),
    '## Other equipment',
    '',
    'OLTs, access points, and devices of vendors without a driver: the standard MIBs answer for them.',
    'They are not in the totals.',
    '',
    ...groups.flatMap(group => [...vendorTable(others, group.areas), '']),
    ...standardVendors(others),
    '',
    ...detectionSection(detection),
    '',
    ...driversSection(results),
  ].join('\n')}\n`
}
