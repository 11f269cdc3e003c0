import {
  atPlace,
  blocksOf,
  identMark,
  isTypable,
  onuLine,
  onuMark,
  partsOfOnuLine,
  type CliOnu,
  type CliOnuPlace,
} from '@linecard/driver-kit/cli'

/** How a series writes places, and what it is asked. */
interface Writing {
  port(place: CliOnuPlace): string
  onu(place: CliOnuPlace): string
  /** Shows an interface. */
  show: string
  /** Virtual ports of an ONU are interfaces, and the commands of its management show themselves. */
  vports: boolean
}

const at = ({ shelf, slot, port }: CliOnuPlace) => `${shelf}/${slot}/${port}`
const c300: Writing = {
  port: place => `${place.kind}-olt_${at(place)}`,
  onu: place => `${place.kind}-onu_${at(place)}:${place.onu}`,
  show: 'show running-config interface',
  vports: false,
}
const c600: Writing = {
  port: place => `${place.kind}_olt-${at(place)}`,
  onu: place => `${place.kind}_onu-${at(place)}:${place.onu}`,
  show: 'show running-config-interface',
  vports: true,
}
const vport = (place: CliOnuPlace, number: string) => `vport-${at(place)}.${place.onu}:${number}`

/** Headings as lines have them, and as they are typed. */
const heads = { port: 'interface <port>', onu: 'interface <onu>', managed: 'pon-onu-mng <onu>' }
const vportHead = /^interface <vport>:(\d+)$/

function headOf({ port, onu }: Writing, place: CliOnuPlace, head: string): string | null {
  if (head === `interface ${port(place)}`) return heads.port
  if (head === `interface ${onu(place)}`) return heads.onu
  if (head === `pon-onu-mng ${onu(place)}`) return heads.managed
  const own = `interface ${vport(place, '')}`
  return head.startsWith(own) ? `interface <vport>:${head.slice(own.length)}` : null
}

function typedHead({ port, onu }: Writing, place: CliOnuPlace, head: string | null): string | null {
  if (head === heads.port) return `interface ${port(place)}`
  if (head === heads.onu) return `interface ${onu(place)}`
  if (head === heads.managed) return `pon-onu-mng ${onu(place)}`
  const number = vportHead.exec(head ?? '')?.[1]
  return number === undefined ? null : `interface ${vport(place, number)}`
}

const ident = /\b(sn|mac|pw|loid) \S+/g
/** The registration itself. */
const registers = `onu ${onuMark} type `

const onuCli = (writing: Writing): CliOnu => ({
  show: place => [
    `${writing.show} ${writing.port(place)}`,
    `${writing.show} ${writing.onu(place)}`,
    ...(writing.vports ? [] : [`show onu running config ${writing.onu(place)}`]),
  ],
  ...(writing.vports && {
    more: (lines, place) => {
      // `pon-onu-mng` of an ONU that is not there would be refused, and leave the console in another mode.
      if (!lines.some(line => partsOfOnuLine(line).text.startsWith(registers))) return []
      const numbers = lines.flatMap(line => /> (?:gemport|vport) (\d+) /.exec(line)?.[1] ?? [])
      return [
        ...[...new Set(numbers)].map(number => `${writing.show} ${vport(place, number)}`),
        'configure terminal',
        `pon-onu-mng ${writing.onu(place)}`,
        'show this',
        'end',
      ]
    },
  }),
  lines: (output, place) =>
    blocksOf(output, /^(?:interface (?:[gex]+pon|vport)|pon-onu-mng )/).flatMap(({ head: shown, text }) => {
      const head = headOf(writing, place, shown)
      if (head === null) return []
      if (head !== heads.port) return [onuLine(head, text)]
      const [, rest] = new RegExp(`^onu ${place.onu} (.*)$`).exec(text) ?? []
      return rest === undefined
        ? []
        : [onuLine(head, `onu ${onuMark} ${rest.replace(ident, `$1 ${identMark}`)}`)]
    }),
  typed: (line, place) => {
    const { head, text } = partsOfOnuLine(line)
    const typed = typedHead(writing, place, head)
    if (typed === null || text.startsWith(registers) || !isTypable(text)) return null
    return ['configure terminal', typed, atPlace(text, place), 'end']
  },
  single: /> (?:name|description) /,
})

/** C300 and C320. */
export const onuC300 = onuCli(c300)
/** C600 and C610. */
export const onuC600 = onuCli(c600)
