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

const board = 'interface <board>'
const registers = `ont add ${onuMark} `
const portOf = ({ shelf, slot, port }: CliOnuPlace) => `${shelf}/${slot}/${port}`

/** Long lines go on in the next one. Each that begins something begins with one of these. */
const beginning = /^(?:ont |service-port |port |interface |undo |\[|<|#|return)/
function joined(output: string): string {
  const lines: string[] = []
  for (const line of output.split('\n').map(one => one.trim()))
    if (lines.length === 0 || line === '' || beginning.test(line)) lines.push(line)
    else lines.push(`${lines.pop()} ${line}`)
  return lines.join('\n')
}

/** The registration in its parts: what a person can change of it stands alone. */
const ofRegistration = (text: string): string[] => {
  const [, auth = '', line = '', srv = '', desc = ''] =
    /^ont add \d+ \d+ (.*?)(?: (ont-lineprofile-id \d+))?(?: (ont-srvprofile-id \d+))?(?: (desc ".*"))?$/.exec(
      text,
    ) ?? []
  const kind = auth.replace(/^((?:sn|mac|password|loid)-auth) \S+/, `$1 ${identMark}`)
  return [kind, line, srv, desc].filter(one => one !== '').map(one => registers + one)
}

/** The lines of a view of a board. */
function boardLine({ port, onu }: CliOnuPlace, text: string): string[] {
  const [, words, rest = ''] =
    new RegExp(`^(ont(?: [a-z][\\w-]*){1,3}) ${port} ${onu}(?: (.*))?$`).exec(text) ?? []
  if (words === undefined) return []
  const lines = words === 'ont add' ? ofRegistration(text) : [`${words} ${onuMark} ${rest}`]
  return lines.map(one => onuLine(board, one))
}

/** A service port without its index, which the OLT gives. */
function servicePort(place: CliOnuPlace, text: string): string[] {
  const own = `(vlan \\d+ (?:gpon|epon)) ${portOf(place)} ont ${place.onu}`
  const [, vlan, rest = ''] = new RegExp(`^service-port \\d+ ${own}(?: (.*))?$`).exec(text) ?? []
  return vlan === undefined ? [] : [onuLine(null, `service-port ${vlan} <port> ont ${onuMark} ${rest}`)]
}

const desc = `${registers}desc `

/** `display current-configuration ont` has the registration, its settings and its service ports. */
export const onuCli: CliOnu = {
  show: place => [`display current-configuration ont ${portOf(place)} ${place.onu}`],
  absent: /Failure: The ONT does not exist/i,
  lines: (output, place) => {
    const text = joined(output)
    return [
      ...blocksOf(text, /^interface (?:gpon|epon) /).flatMap(one => boardLine(place, one.text)),
      ...text.split('\n').flatMap(line => servicePort(place, line)),
    ]
  },
  typed: (line, place) => {
    const { head, text } = partsOfOnuLine(line)
    if (!isTypable(text)) return null
    const { kind, shelf, slot, port } = place
    if (head === null) return ['config', atPlace(text.replace('<port>', portOf(place)), place), 'quit']
    const changes = text.startsWith(desc) ? text.replace(registers, `ont modify ${onuMark} `) : text
    if (changes.startsWith(registers)) return null
    const typed = atPlace(changes.replace(onuMark, `${port} ${onuMark}`), place)
    return ['config', `interface ${kind} ${shelf}/${slot}`, typed, 'quit', 'quit']
  },
  single: / desc "/,
}
