import type { Compared } from './compare.ts'
import type { CliReport, PlayedSession } from './index.ts'
import type { Played } from './play.ts'
import { reasons } from './reasons.ts'

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) => [
  row(head),
  row(head.map((_, at) => (at === 0 ? '---' : '---:'))),
  ...rows.map(row),
]
const count = <T>(all: readonly T[], fits: (one: T) => boolean) => all.filter(fits).length
const bold = (number: number) => (number === 0 ? 0 : `**${number}**`)
const inOrder = <T>(groups: Map<string, T[]>) => [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))

const titles: Readonly<Record<Compared['area'], string>> = {
  fdb: 'MAC table',
  arp: 'ARP',
  vlans: 'VLANs',
  lldp: 'LLDP neighbours',
  ports: 'Ports',
  system: 'Version',
  cable: 'Cable test',
}

/** Why a console of the recordings is played by nobody. */
const unplayed: readonly (readonly [RegExp, string])[] = [
  [/huawei_smartax|vsololt/, 'an OLT: its profile comes with its driver'],
  [
    /huawei_ont|zyxel_os|DVG/,
    "the console of an ONT, a DSL router or a voice gateway, which is nobody's switch or router",
  ],
  [
    /AT9400|ProCurve9xxx|GbE2|VRP3|ZyNOS_EE|ZyNOSv2/,
    'an old series with a console of its own, of which no model is known',
  ],
  [/SCOS|JUNOSe|ScreenOS/, 'a firewall or gateway with an operating system of its own, which no family has'],
  [/./, 'a maker without driver'],
]
const whyUnplayed = (name: string) => unplayed.find(([pattern]) => pattern.test(name))![1]

const sums = (played: readonly Played[]) =>
  (['equal', 'refused', 'different', 'mistaken', 'prompt', 'login'] as const).map(result =>
    count(played, one => one.result === result),
  ) as [number, number, number, number, number, number]
const playedRow = (name: string, sessions: readonly PlayedSession[]) => {
  const [equal, refused, different, mistaken, prompt, login] = sums(sessions.flatMap(({ played }) => played))
  const pager = count(
    sessions.flatMap(({ played }) => played),
    one => one.result === 'different' && /more|next page|continue/i.test(one.why?.split('played')[1] ?? ''),
  )
  return [
    name,
    sessions.length,
    equal + refused + different + mistaken + prompt + login,
    equal,
    refused,
    sessions.reduce((sum, { pages }) => sum + pages, 0),
    bold(login + prompt),
    bold(pager),
    bold(mistaken),
    bold(different - pager),
  ]
}
const comparedRow = (cells: readonly string[], own: readonly Compared[]) => [
  ...cells,
  own.length,
  count(own, one => one.result === 'equal'),
  count(own, one => one.result === 'explained'),
  bold(count(own, one => one.result === 'different')),
]

/** `docs/cli-fidelity.md`. Counts and reasons alone: nothing of the recordings is written. */
export function report({
  sessions,
  compared,
  prompts,
  secrets,
  backups,
  left,
  parsed,
  unparsed,
}: CliReport): string {
  const used = reasons.filter(({ id }) => compared.some(one => one.reason === id))
  return `${[
    '# How true the consoles are',
    '',
    '<!-- Written by npm run test:recordings; do not edit. -->',
    '',
    'Consoles recorded by others are played on sockets and driven by the engine with the profiles of the drivers: login, prompts, pager and every recorded command.',
    "Whole sessions (oxidized) are played over telnet and over SSH, the rest over telnet. What comes out must be what was recorded, without echo, prompt and pager. Then the drivers' parsers read it, and their rows are compared with those of the system that made the recording.",
    '',
    '## Commands',
    '',
    'Refused: the device itself refused the command when it was recorded, and the engine says so. Everything right of the pages is a failure of ours, and fails the run.',
    '',
    ...table(
      [
        'Vendor',
        'Sessions',
        'Commands',
        'Equal',
        'Refused',
        'Pages turned',
        'Prompt failures',
        'Pager failures',
        'Taken for a refusal',
        'Different',
      ],
      [
        ...inOrder(Map.groupBy(sessions, ({ vendor }) => vendor)).map(([vendor, own]) =>
          playedRow(vendor, own),
        ),
        playedRow('**all**', sessions),
      ],
    ),
    '',
    ...table(
      [
        'Source',
        'Sessions',
        'Commands',
        'Equal',
        'Refused',
        'Pages turned',
        'Prompt failures',
        'Pager failures',
        'Taken for a refusal',
        'Different',
      ],
      inOrder(Map.groupBy(sessions, ({ source }) => source)).map(([source, own]) => playedRow(source, own)),
    ),
    '',
    '## Rows',
    '',
    "Each row that parsers read of ntc-templates and noc, beside that system's. Explained: by a reason below; what is neither is a failure.",
    `${parsed} recorded outputs are of commands that serve a module, and are parsed; the other ${unparsed} (routing protocols, transceivers, firewalls and the like) are played only.`,
    '',
    ...table(
      ['Console', 'What', 'Rows', 'Equal', 'Explained', 'Different'],
      [
        ...inOrder(Map.groupBy(compared, ({ platform, area }) => `${platform} ${area}`)).map(([, own]) =>
          comparedRow([own[0]!.platform, titles[own[0]!.area]], own),
        ),
        comparedRow(['**all**', ''], compared),
      ],
    ),
    '',
    '## Why they differ',
    '',
    ...table(
      ['Reason', 'Rows', 'Explanation'],
      used.map(({ id, text }) => [id, count(compared, one => one.reason === id), text]),
    ),
    '',
    '## Prompts, secrets, backups',
    '',
    `${prompts.length} texts that the other system says are prompts, or are none: ${count(prompts, ({ should, is }) => should === is)} are taken for what they are.`,
    `${secrets.length} secrets in ${new Set(secrets.map(({ session }) => session)).size} recorded configurations: ${count(secrets, ({ shown }) => !shown)} stand in no transcript.`,
    '',
    'Backups are not built yet. What the engine got of the recorded configurations, without the lines that a profile ignores, beside the backup that the other system made (it writes its own comments, and hides more):',
    '',
    ...table(
      ['Console', 'Configurations', 'Lines', 'In the backup too'],
      inOrder(Map.groupBy(backups, ({ platform }) => platform)).map(([platform, own]) => [
        platform,
        own.length,
        own.reduce((sum, { lines }) => sum + lines, 0),
        own.reduce((sum, { kept }) => sum + kept, 0),
      ]),
    ),
    '',
    '## Not played',
    '',
    ...table(
      ['Source', 'Console', 'Recordings', 'Why'],
      left.map(({ source, name, count: many }) => [source, name, many, whyUnplayed(name)]),
    ),
  ].join('\n')}\n`
}

/** What fails the run, a line each. */
export function failuresOf({ sessions, compared, prompts, secrets }: CliReport): string[] {
  return [
    ...sessions.flatMap(({ source, name, played }) =>
      played
        .filter(({ result }) => result !== 'equal' && result !== 'refused')
        .map(({ command, result, why }) => `console ${source} ${name} "${command}": ${result}: ${why}`),
    ),
    ...prompts
      .filter(({ should, is }) => should !== is)
      .map(
        ({ model, prompt, is }) =>
          `console prompt of ${model} ${JSON.stringify(prompt)}: ${is ? 'taken for one' : 'not taken for one'}`,
      ),
    ...secrets
      .filter(({ shown }) => shown)
      .map(({ session, secret }) => `console secret of ${session} is shown: ${secret}`),
    ...compared
      .filter(({ result }) => result === 'different')
      .map(
        ({ platform, area, sample, cells, theirs, ours }) =>
          `console ${platform} ${area} ${sample}: ${cells.join(', ') || 'a row'}: they say ${JSON.stringify(theirs)}, we say ${JSON.stringify(ours)}`,
      ),
  ]
}

/** A line for the run's own output. */
export function summary({ sessions, compared }: CliReport): string {
  const [equal, refused, ...failed] = sums(sessions.flatMap(({ played }) => played))
  return `consoles: ${sessions.length} sessions, ${equal + refused + failed.reduce((sum, one) => sum + one, 0)} commands, ${failed.reduce((sum, one) => sum + one, 0)} failures; ${compared.length} rows, ${count(compared, one => one.result === 'equal')} equal, ${count(compared, one => one.result === 'explained')} explained`
}
