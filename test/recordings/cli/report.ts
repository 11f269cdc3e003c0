import { count, sums } from './counts.ts'
import { backupSection } from './backups/report.ts'
import { bold, table } from './tables.ts'
import { reasons } from './reasons/index.ts'
import type { CliReport, PlayedSession } from './results.ts'
import type { Compared } from './rows.ts'

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

/** Why a recorded console is not played: the first pattern that fits its name. */
const unplayed: readonly (readonly [RegExp, string])[] = [
  [/huawei_ont|zyxel_os|DVG/, 'an ONT, a DSL router or a voice gateway, not a switch or router'],
  [/AT9400|ProCurve9xxx|GbE2|ZyNOS_EE|ZyNOSv2/, 'an old series with its own console; no model is known'],
  [/SCOS|ScreenOS/, 'a firewall or gateway with its own operating system; no family has it'],
  [/./, 'a vendor without driver'],
]
const whyUnplayed = (name: string) => unplayed.find(([pattern]) => pattern.test(name))![1]

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

const sessionHeads = [
  'Sessions',
  'Commands',
  'Equal',
  'Refused',
  'Pages turned',
  'Prompt failures',
  'Pager failures',
  'Taken for a refusal',
  'Different',
]

const introduction = `# How the consoles compare with recordings

<!-- Written by npm run test:recordings; do not edit. -->

Recorded consoles of real devices are played on sockets. The engine drives them with the profiles of the
drivers: login, prompts, pager and every recorded command. Whole sessions (oxidized) are played over telnet
and over SSH, the others over telnet. The output must equal the recording, without echo, prompt and pager.
Then the parsers of the drivers read it, and their rows are compared with the rows of the system that made the
recording.
`

const commandsSection = (sessions: readonly PlayedSession[]): string[] => [
  '## Commands',
  '',
  'Refused: the device refused the command when it was recorded, and the engine says so.',
  'The columns right of “Pages turned” are failures of Linecard; they fail the run.',
  '',
  ...table(
    ['Vendor', ...sessionHeads],
    [
      ...inOrder(Map.groupBy(sessions, ({ vendor }) => vendor)).map(([vendor, own]) =>
        playedRow(vendor, own),
      ),
      playedRow('**all**', sessions),
    ],
  ),
  '',
  ...table(
    ['Source', ...sessionHeads],
    inOrder(Map.groupBy(sessions, ({ source }) => source)).map(([source, own]) => playedRow(source, own)),
  ),
]

const rowsSection = ({ compared, parsed, unparsed }: CliReport): string[] => [
  '## Rows',
  '',
  'Rows that the parsers read from recordings of ntc-templates and noc, compared with those of that system.',
  'Explained: one of the reasons below fits. A difference without a reason is a failure.',
  `${parsed} recorded outputs are of commands that serve a module; they are parsed. The other ${unparsed}`,
  '(routing protocols, transceivers, firewalls and others) are played only.',
  '',
  ...table(
    ['Console', 'Area', 'Rows', 'Equal', 'Explained', 'Different'],
    [
      ...inOrder(Map.groupBy(compared, ({ platform, area }) => `${platform} ${area}`)).map(([, own]) =>
        comparedRow([own[0]!.platform, titles[own[0]!.area]], own),
      ),
      comparedRow(['**all**', ''], compared),
    ],
  ),
]

const reasonsSection = ({ compared }: CliReport): string[] => [
  '## Reasons of differences',
  '',
  ...table(
    ['Reason', 'Rows', 'Explanation'],
    reasons
      .map(({ id, text }) => [id, count(compared, one => one.reason === id), text] as const)
      .filter(([, rows]) => rows > 0),
  ),
]

function otherChecks({ prompts, secrets }: CliReport): string[] {
  const right = count(prompts, ({ should, is }) => should === is)
  const configurations = new Set(secrets.map(({ session }) => session)).size
  const hidden = count(secrets, ({ shown }) => !shown)
  return [
    '## Prompts and secrets',
    '',
    `${prompts.length} texts that the other system tests as prompts or no prompts: ${right} recognised.`,
    `${secrets.length} secrets in ${configurations} recorded configurations: ${hidden} are in no transcript.`,
  ]
}

const unplayedSection = ({ left }: CliReport): string[] => [
  '## Not played',
  '',
  ...table(
    ['Source', 'Console', 'Recordings', 'Reason'],
    left.map(({ source, name, count: many }) => [source, name, many, whyUnplayed(name)]),
  ),
]

/** `docs/project/cli-fidelity.md`: counts and reasons only, no text of the recordings. */
export function report(found: CliReport): string {
  const sections = [
    commandsSection(found.sessions),
    ...[rowsSection, reasonsSection, otherChecks].map(make => make(found)),
    backupSection(found.backups),
    unplayedSection(found),
  ]
  return `${[introduction, ...sections.map(lines => `${lines.join('\n')}\n`)].join('\n').trimEnd()}\n`
}
