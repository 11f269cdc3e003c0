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

const portHead = 'interface <port>'
const headOf = ({ kind, port }: CliOnuPlace) => `interface ${kind} 0/${port}`

/** A line of a port that is about the ONU. */
function ownLine({ onu }: CliOnuPlace, text: string): string[] {
  if (new RegExp(`^confirm onu mac \\S+ onuid ${onu}$`).test(text))
    return [`confirm onu mac ${identMark} onuid ${onuMark}`]
  const [, add = '', rest] = new RegExp(`^onu (add )?${onu} (.*)$`).exec(text) ?? []
  if (rest === undefined) return []
  return [`onu ${add}${onuMark} ${add === '' ? rest : rest.replace(/ sn \S+/, ` sn ${identMark}`)}`]
}

/** The configuration of a PON port has all lines of its ONUs. */
export const onuCli: CliOnu = {
  show: place => [`show running-config ${headOf(place)}`],
  lines: (output, place) =>
    blocksOf(output, /^interface (?:gpon|epon) /).flatMap(({ head, text }) =>
      head === headOf(place) ? ownLine(place, text).map(one => onuLine(portHead, one)) : [],
    ),
  typed: (line, place) => {
    const { text } = partsOfOnuLine(line)
    if (!isTypable(text)) return null
    return ['configure terminal', headOf(place), atPlace(text, place), 'end']
  },
  single: /> onu <n> desc(?:ription)? /,
}
