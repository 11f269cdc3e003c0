import { oidParts } from '@linecard/driver-kit'
import { ipOf, macOf } from '@linecard/driver-kit/codecs'
import type { Recording } from '@linecard/driver-kit/recording'
import { judge, type Area, type Case, type Comparison, type Row } from './area.ts'

/**
 * The other system has few MAC addresses and ARP entries. So our answers are compared with the standard
 * tables of the recordings: each recorded row must be in the answer. Tables of the vendor are not compared.
 */
const bridge = '1.3.6.1.2.1.17'
const valid = ({ recording }: Case, column: string, index: string): boolean =>
  recording.get(`${column}.${index}`)?.value !== 2
const indexesOf = (recording: Recording, column: string): string[] =>
  [...recording.below(column)].map(({ oid }) => oid.slice(column.length + 1))

function recordedStations(of: Case): string[] {
  const read = (entry: string) =>
    indexesOf(of.recording, `${entry}.2`)
      .filter(index => valid(of, `${entry}.3`, index))
      .flatMap(index => macOf(oidParts(index).slice(-6)) ?? [])
  const tagged = read(`${bridge}.7.1.2.2.1`)
  return tagged.length > 0 ? tagged : read(`${bridge}.4.3.1`)
}

function recordedNeighbours(of: Case): string[] {
  const older = indexesOf(of.recording, '1.3.6.1.2.1.4.22.1.2')
    .filter(index => valid(of, '1.3.6.1.2.1.4.22.1.4', index))
    .map(index => [oidParts(index)[0], ipOf(oidParts(index).slice(-4))])
  const newer = indexesOf(of.recording, '1.3.6.1.2.1.4.35.1.4')
    .filter(index => valid(of, '1.3.6.1.2.1.4.35.1.6', index))
    .map(index => [oidParts(index)[0], ipOf(oidParts(index).slice(3))])
  return [
    ...new Set([...older, ...newer].flatMap(([ifIndex, ip]) => (ip === null ? [] : [`${ifIndex} ${ip}`]))),
  ].map(key => key.split(' ')[1]!)
}

/**
 * Rows of the recording and our rows by their keys. If a key is there several times, our answer must have it
 * as often.
 */
function counted(area: Area, recorded: readonly string[], ours: readonly string[]): Row<null>[] {
  const left = new Map<string, number>()
  for (const key of ours) left.set(key, (left.get(key) ?? 0) + 1)
  return recorded.map((key): Row<null> => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return { area, key, theirs: 'there', ours: count > 0 ? 'there' : null, facts: null }
  })
}

const whole: Comparison<null> = {
  rows: of => {
    const { fdb, arps, lldpInfo } = of.answers
    return [
      ...counted(
        'stations',
        recordedStations(of),
        (fdb ?? []).map(row => row.mac_address),
      ),
      ...counted(
        'hosts',
        recordedNeighbours(of),
        (arps ?? []).map(row => row.ip),
      ),
      ...counted(
        'remotes',
        indexesOf(of.recording, '1.0.8802.1.1.2.1.4.1.1.5').map(() => 'neighbour'),
        (lldpInfo?.remotes ?? []).map(() => 'neighbour'),
      ),
    ]
  },
  reasons: [
    {
      id: 'other-way',
      areas: ['stations', 'hosts', 'remotes'],
      text: 'RouterOS is read over its API, which was not recorded.',
      fits: ({ area }, { driver, answers }) =>
        driver === 'mikrotik' &&
        (area === 'stations' ? answers.fdb : area === 'hosts' ? answers.arps : answers.lldpInfo) === null,
    },
  ],
}
export const wholeReasons = whole.reasons
export const compareWhole = judge(whole)
