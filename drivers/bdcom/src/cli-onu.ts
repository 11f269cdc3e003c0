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

const portName = ({ kind, slot, port }: CliOnuPlace) => `${kind.toUpperCase()}${slot}/${port}`
const onuName = (place: CliOnuPlace) => `${portName(place)}:${place.onu}`
const [portHead, onuHead] = ['interface <port>', 'interface <onu>']

/** An interface of its own, and the line of its port that binds it. */
export const onuCli: CliOnu = {
  show: place => [
    `show running-config interface ${portName(place)}`,
    `show running-config interface ${onuName(place)}`,
  ],
  lines: (output, place) =>
    blocksOf(output, /^interface /).flatMap(({ head, text }) => {
      const name = head.replace('interface ', '').toUpperCase()
      if (name === onuName(place)) return [onuLine(onuHead, text)]
      if (name !== portName(place)) return []
      const [, binds] = new RegExp(`^([eg]pon bind-onu \\w+) \\S+ ${place.onu}$`).exec(text) ?? []
      return binds === undefined ? [] : [onuLine(portHead, `${binds} ${identMark} ${onuMark}`)]
    }),
  typed: (line, place) => {
    const { head, text } = partsOfOnuLine(line)
    if (head !== onuHead || !isTypable(text)) return null
    return ['config', `interface ${onuName(place)}`, atPlace(text, place), 'exit', 'exit']
  },
  single: /> (?:gpon onu )?description /,
}
