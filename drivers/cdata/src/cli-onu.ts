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

const boardHead = 'interface <board>'
const registers = `ont add ${onuMark} `
const at = ({ shelf, slot }: CliOnuPlace) => `${shelf}/${slot}`

function boardLine({ port, onu }: CliOnuPlace, text: string): string[] {
  const [, words, rest = ''] =
    new RegExp(`^(ont(?: [a-z][\\w-]*){1,3}) ${port} ${onu}(?: (.*))?$`).exec(text) ?? []
  if (words === undefined) return []
  const own = words === 'ont add' ? rest.replace(/^(\w+-auth) \S+/, `$1 ${identMark}`) : rest
  return [onuLine(boardHead, `${words} ${onuMark} ${own}`)]
}

/** A row of `show service-port`: index, VLAN, port, ONU, GEM port, kind, VLAN of the user, action. */
const servicePort = /^(\d+) +(\d+) +(\S+) +(\d+) +(\d+) +vlan +(\d+) +(default|transparent|translate)\b/
/** Rows of other kinds are told, and cannot be typed. */
const otherRow = /^\d+ +\d+ +\d+\/\d+\/\d+ /

function serviceLine(row: string): string[] {
  const [, , vlan, , , gem, user, action] = servicePort.exec(row) ?? []
  if (vlan === undefined) return otherRow.test(row) ? [onuLine(null, `service-port *** ${row}`)] : []
  const rest = `gemport ${gem} multi-service user-vlan ${user} tag-action ${action}`
  return [
    onuLine(null, `service-port autoindex vlan ${vlan} gpon <board> port <port> ont ${onuMark} ${rest}`),
  ]
}

/** `servicePorts`: the OLT has service ports, in a table of their own. */
const onuCli = (servicePorts: boolean): CliOnu => ({
  show: place => [
    `show current-config section ${place.kind} all`,
    ...(servicePorts ? [`show service-port gpon ${at(place)} port ${place.port} ont ${place.onu}`] : []),
  ],
  lines: (output, place) => [
    ...blocksOf(output, new RegExp(`^interface ${place.kind} `)).flatMap(({ head, text }) =>
      head === `interface ${place.kind} ${at(place)}` ? boardLine(place, text) : [],
    ),
    ...(servicePorts ? output.split('\n').flatMap(line => serviceLine(line.trim())) : []),
  ],
  typed: (line, place) => {
    const { head, text } = partsOfOnuLine(line)
    if (text.startsWith(registers) || !isTypable(text)) return null
    const { kind, port } = place
    if (head === null)
      return [atPlace(text.replace('<board>', at(place)).replace('<port>', String(port)), place)]
    const typed = atPlace(text.replace(onuMark, `${port} ${onuMark}`), place)
    return [`interface ${kind} ${at(place)}`, typed, 'exit']
  },
  single: /> ont description /,
})

export const eponOnu = onuCli(false)
/** Of firmware 3. */
export const gponOnu = onuCli(true)
