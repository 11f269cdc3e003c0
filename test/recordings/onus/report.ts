import { readFile, writeFile } from 'node:fs/promises'
import { onuReasons, type OnuOutcome } from './compare.ts'
import { fields } from './facts.ts'
import type { OnuResult } from './measure.ts'
import { onuTables } from './tables.ts'

export const onuPage = 'docs/project/onu-fidelity.md'
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

const sums = (outcomes: readonly OnuOutcome[]) => {
  const of = (result: OnuOutcome['result']) => outcomes.filter(one => one.result === result).length
  return { rows: outcomes.length, equal: of('equal'), explained: of('explained'), different: of('different') }
}
const cell = (outcomes: readonly OnuOutcome[]): string => {
  const { rows, equal, explained, different } = sums(outcomes)
  return rows === 0 ? '–' : `${rows} / ${equal} / ${explained}${different ? ` / **${different}**` : ''}`
}

/** Sums in one line for each vendor. */
export const onuLines = (results: readonly OnuResult[]): string[] =>
  [...Map.groupBy(results, ({ vendor }) => vendor)].map(([vendor, own]) => {
    const outcomes = own.flatMap(one => one.outcomes)
    const onus = `${own.reduce((n, one) => n + one.counted, 0)} ONUs, ${own.reduce((n, one) => n + one.read, 0)} read`
    return `${vendor.padEnd(12)} ${onus} ${JSON.stringify(sums(outcomes))}`
  })

function table(results: readonly OnuResult[], source: OnuOutcome['source']): string[] {
  const vendors = [...Map.groupBy(results, ({ vendor }) => vendor)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const used = fields.filter(field =>
    results.some(({ outcomes }) => outcomes.some(one => one.field === field && one.source === source)),
  )
  return [
    row(['Vendor', 'Recordings', 'ONUs counted', 'ONUs read', 'All', ...used]),
    row(['---', '---:', '---:', '---:', '---:', ...used.map(() => '---:')]),
    ...vendors.map(([vendor, own]) => {
      const outcomes = own.flatMap(one => one.outcomes).filter(one => one.source === source)
      const sum = (key: 'counted' | 'read') => own.reduce((n, one) => n + one[key], 0)
      return row([
        vendor,
        own.length,
        sum('counted'),
        sum('read'),
        cell(outcomes),
        ...used.map(field => cell(outcomes.filter(one => one.field === field))),
      ])
    }),
  ]
}

/** `docs/project/onu-fidelity.md`. */
export const onuReport = (results: readonly OnuResult[]): string =>
  `${[
    '# ONUs of recorded OLTs',
    '',
    '<!-- Written by npm run test:recordings; do not edit. -->',
    '',
    'Every open recording of an OLT, served over SNMP, detected and read with its driver, compared with the',
    'tables of the recording itself. These are read by a script that shares no code with the product',
    '(`test/recordings/onus/{text,facts,tables}.ts`): it counts the rows and decodes the values from the text.',
    'Then with the sensors that another system derived from the same columns. A recording without a table of',
    'ONUs counts 0. Cells: values compared / equal / explained / **different**.',
    '',
    '## Compared with the tables of the recordings',
    '',
    ...table(results, 'tables'),
    '',
    '## Compared with the other system',
    '',
    ...table(results, 'peer'),
    '',
    '## Reasons',
    '',
    row(['Reason', 'Values', 'What is checked']),
    row(['---', '---:', '---']),
    ...Object.entries(onuReasons).map(([id, text]) =>
      row([id, results.flatMap(({ outcomes }) => outcomes).filter(one => one.reason === id).length, text]),
    ),
    '',
    '## Tables that the script reads',
    '',
    ...onuTables.map(({ name }) => `- ${name}`),
    '',
    '## Recordings',
    '',
    row(['Recording', 'Model', 'ONUs counted', 'ONUs read', 'Values', 'Error']),
    row(['---', '---', '---:', '---:', '---:', '---']),
    ...results.map(one =>
      row([one.name, one.modelKey ?? '–', one.counted, one.read, cell(one.outcomes), one.error ?? '']),
    ),
  ].join('\n')}\n`

/** Writes the page. Returns whether it has changed. */
export async function writeOnuPage(results: readonly OnuResult[]): Promise<boolean> {
  const text = onuReport(results)
  const before = await readFile(onuPage, 'utf8').catch(() => null)
  if (before !== text) await writeFile(onuPage, text)
  return before !== text
}
