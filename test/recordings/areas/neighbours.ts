import type { ResultOf } from '@linecard/driver-kit'
import type { lldpInfo } from '@linecard/driver-kit/modules'
import type { ExpectedLink } from '../folder.ts'
import { bare, holds, judge, same, type Case, type Comparison, type Row } from './area.ts'

type Remote = ResultOf<typeof lldpInfo>['remotes'][number]
interface Neighbour {
  link: ExpectedLink | null
  remote: Remote | null
}

const letters = (text: string | null | undefined): string =>
  bare(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * The other system writes the port of a neighbour as its description with the id in brackets, or only as the
 * id.
 */
function samePort(said: string, { rem_interface, rem_port_descr }: Remote): boolean {
  const ours = new Set([rem_interface, rem_port_descr].map(letters))
  const [, before, within] = /^(.*?) \(([^()]*)\)$/s.exec(said) ?? []
  return [said, before, within].some(part => part !== undefined && ours.has(letters(part)))
}

/** How much of name (4), port (2) and place (1) is the same. */
function likeness(link: ExpectedLink, remote: Remote): number {
  const name = letters(remote.rem_name ?? remote.rem_chassis_id)
  const named =
    name === letters(link.remote_hostname) || letters(remote.rem_chassis_id) === letters(link.remote_hostname)
  const port = samePort(link.remote_port, remote)
  const here = remote.loc_interface?.name === link.ifName
  return (named ? 4 : 0) + (port ? 2 : 0) + (here ? 1 : 0)
}

function rows({ expected, answers }: Case): Row<Neighbour>[] {
  const left = new Set(answers.lldpInfo?.remotes ?? [])
  if (!expected.links?.length) return []
  const found = expected.links.map((link): Row<Neighbour> => {
    const [best] = [...left]
      .map(remote => [likeness(link, remote), remote] as const)
      .filter(([points]) => points >= 5)
      .toSorted(([a], [b]) => b - a)
    if (best) left.delete(best[1])
    const said = `${link.remote_hostname} ${link.remote_port}`
    const ours = best ? (best[0] === 7 ? said : `${best[1].rem_name} ${best[1].rem_interface}`) : null
    return {
      area: 'lldp',
      key: `${link.protocol} on ${link.ifName}`,
      theirs: said,
      ours,
      facts: { link, remote: best?.[1] ?? null },
    }
  })
  return [
    ...found,
    ...Array.from(left, (remote): Row<Neighbour> => ({
      area: 'lldp',
      key: `on ${remote.loc_interface?.name}`,
      theirs: null,
      ours: `${remote.rem_name} ${remote.rem_interface}`,
      facts: { link: null, remote },
    })),
  ]
}

const remoteTable = '1.0.8802.1.1.2.1.4.1.1'
/** The octets of a port id as the other system shows them: pairs of hex digits with blanks. */
const hexOf = (text: string | null): string =>
  Buffer.from(`${text ?? ''}\0`)
    .toString('hex')
    .toUpperCase()
    .match(/../g)!
    .join(' ')

const neighbours: Comparison<Neighbour> = {
  rows,
  reasons: [
    {
      id: 'nameless',
      areas: ['lldp'],
      text:
        'The neighbour sends no system name (lldpRemSysName is empty): we answer null, ' +
        'the other system shows its description instead.',
      fits: ({ facts: { link } }, of) =>
        (of.answers.lldpInfo?.remotes ?? []).some(
          remote =>
            remote.rem_name === null &&
            remote.loc_interface?.name === link?.ifName &&
            same(remote.rem_descr, link?.remote_hostname),
        ) && holds(of, remoteTable),
    },
    {
      id: 'port-octets',
      areas: ['lldp'],
      text: 'The same port id, with NUL at its end: we give it as text, the other system shows its octets.',
      fits: ({ facts: { link, remote } }) =>
        remote !== null && (link?.remote_port ?? '').startsWith(hexOf(remote.rem_interface)),
    },
  ],
}
export const neighbourReasons = neighbours.reasons
export const compareNeighbours = judge(neighbours)
