/** What a drawing needs of a node. */
export interface DrawnNode {
  id: number
  name: string
  ip: string
  status: string
  x: number
  y: number
}
export interface DrawnEdge {
  id: number
  src: number
  dest: number
  src_port: string
  dest_port: string
  percent: number | null
}

/** What XML 1.0 cannot have, not even escaped: control characters, halves of pairs, two non-characters. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"']/g, sign => entities[sign]!)

/**
 * A quoted name of DOT: a quote is escaped, and a backslash too, or it would begin an escape such as `\N`.
 */
const dot = (text: string): string =>
  `"${text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .replace(/[\\"]/g, sign => `\\${sign}`)}"`

const keys = [
  ['name', 'node', 'string'],
  ['ip', 'node', 'string'],
  ['status', 'node', 'string'],
  ['x', 'node', 'double'],
  ['y', 'node', 'double'],
  ['src_port', 'edge', 'string'],
  ['dest_port', 'edge', 'string'],
  ['percent', 'edge', 'double'],
] as const

const dataOf = (row: Readonly<Record<string, unknown>>, kind: 'node' | 'edge'): string =>
  keys
    .filter(([key, of]) => of === kind && row[key] !== null)
    .map(([key]) => `<data key="${key}">${xml(String(row[key]))}</data>`)
    .join('')

/** GraphML (graphml.graphdrawing.org), UTF-8. */
export function* graphml(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
  for (const [key, kind, type] of keys)
    yield `<key id="${key}" for="${kind}" attr.name="${key}" attr.type="${type}"/>\n`
  yield '<graph id="network" edgedefault="undirected">\n'
  for (const node of nodes) yield `<node id="d${node.id}">${dataOf({ ...node }, 'node')}</node>\n`
  for (const edge of edges)
    yield (
      `<edge id="l${edge.id}" source="d${edge.src}" target="d${edge.dest}">` +
        `${dataOf({ ...edge }, 'edge')}</edge>\n`
    )
  yield '</graph>\n</graphml>\n'
}

/** The language of Graphviz, UTF-8. */
export function* dotOf(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Generator<string> {
  yield 'graph network {\n'
  for (const { id, name, ip, x, y } of nodes)
    // Graphviz counts y upwards.
    yield `  d${id} [label=${dot(name || ip)}, tooltip=${dot(ip)}, pos="${x},${-y}!"];\n`
  for (const { id, src, dest, src_port: from, dest_port: to, percent } of edges)
    yield (
      `  d${src} -- d${dest} [id="l${id}", taillabel=${dot(from)}, headlabel=${dot(to)}` +
        `${percent === null ? '' : `, label="${percent} %"`}];\n`
    )
  yield '}\n'
}
