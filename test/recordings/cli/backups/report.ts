import { count } from '../counts.ts'
import { bold, table } from '../tables.ts'
import { firstContact } from './first-contact.ts'
import type { BackupCase } from './cases.ts'
import { backupReasons, broken } from './reasons.ts'

const sum = (own: readonly BackupCase[], of: (one: BackupCase) => number) =>
  own.reduce((all, one) => all + of(one), 0)
const explained = ({ lines }: BackupCase) => Object.values(lines.explained).reduce((all, one) => all + one, 0)

const rowOf = (name: string, own: readonly BackupCase[]) => [
  name,
  new Set(own.map(({ session }) => session)).size,
  [...new Set(own.flatMap(({ commands }) => commands))]
    .map(one => `\`${one.replaceAll('|', '\\|')}\``)
    .join(', '),
  sum(own, ({ lines }) => lines.equal),
  sum(own, explained),
  bold(sum(own, ({ lines }) => lines.different.length)),
  bold(count(own, ({ error, ended }) => error !== null || ended === false)),
  sum(own, ({ demands }) => demands),
  bold(sum(own, ({ failures }) => failures.length)),
]

/** Sums of backups by console. */
export function backupSection(backups: readonly BackupCase[]): string[] {
  const others = [
    ...new Map(backups.filter(({ instead }) => instead !== null).map(one => [one.platform, one])).values(),
  ]
  return [
    '## Backups',
    '',
    'The configuration of each whole session (oxidized) is read as the service reads it, by the profile of the',
    'driver, over telnet and over SSH, and compared line by line with the backup of that system. Both carriers',
    'count. Demands: patterns of that system for secrets that must not be shown, lines that must stay when',
    'secrets are hidden, and lines that must not count as a change. The columns in bold fail the run.',
    '',
    ...table(
      [
        'Console',
        'Devices',
        'Typed',
        'Equal lines',
        'Explained',
        'Different',
        'Not read',
        'Demands',
        'Not met',
      ],
      [
        ...[...Map.groupBy(backups, ({ platform }) => platform)]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([platform, own]) => rowOf(platform, own)),
        rowOf('**all**', backups).with(2, ''),
      ],
    ),
    '',
    ...others.map(
      ({ platform, commands, instead }) =>
        `The profile of ${platform} types \`${instead}\`; the recording has only \`${commands.join('`, `')}\`, ` +
        'so that one is played.',
    ),
    '',
    ...table(
      ['Reason', 'Lines', 'Explanation'],
      [...backupReasons, broken]
        .map(({ id, text }) => [id, sum(backups, ({ lines }) => lines.explained[id] ?? 0), text] as const)
        .filter(([, lines]) => lines > 0),
    ),
    '',
    `The closed recordings were met for the first time on ${firstContact.date} (${firstContact.commit}). The figures stay.`,
    '',
    ...table(
      ['Console', 'Read', 'Equal lines', 'Explained', 'Different', 'Demands', 'Not met'],
      firstContact.rows.map(({ platform, read, equal, explained: known, different, demands, failed }) => [
        platform,
        read,
        equal,
        known,
        different,
        demands,
        failed,
      ]),
    ),
  ]
}

/** One line for the output of the run, without any text of the recordings. */
export const backupSums = (backups: readonly BackupCase[]): string =>
  `backups: ${backups.length} read, ${count(backups, ({ error }) => error !== null)} not; ` +
  `${sum(backups, ({ lines }) => lines.equal)} equal lines, ${sum(backups, explained)} explained, ` +
  `${sum(backups, ({ lines }) => lines.different.length)} different; ` +
  `${sum(backups, ({ demands }) => demands)} demands, ${sum(backups, ({ failures }) => failures.length)} not met`
