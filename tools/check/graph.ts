import { dirname, join, normalize } from 'node:path'
import { importsOf } from '../repository.ts'

/** Imports between files, types included: each file with the files that it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The relative imports between these files: path and text of each. */
export function graphOf(files: ReadonlyMap<string, string>): Graph {
  return new Map(
    [...files].map(([file, text]) => {
      const relative = importsOf(text).filter(({ specifier }) => specifier.startsWith('.'))
      const targets = relative.map(({ specifier }) => normalize(join(dirname(file), specifier)))
      return [file, new Set(targets.filter(target => target !== file && files.has(target)))]
    }),
  )
}

/**
 * Every group of nodes that reach each other (strongly connected components, Tarjan 1972), each sorted.
 * A single node is not a group.
 */
export function circlesOf(graph: Graph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const waiting = new Set<string>()
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    waiting.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (waiting.has(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    for (const member of group) waiting.delete(member)
    if (group.length > 1) found.push(group.toSorted())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

/**
 * The rooms of one folder: its files and its subfolders, each subfolder as one node.
 * `of` gives the room of a file below the folder; null: the file is outside the folder.
 */
export function roomsIn(folder: string, graph: Graph): Graph {
  const roomOf = (file: string): string | null => {
    if (!file.startsWith(`${folder}/`)) return null
    const [first, ...rest] = file.slice(folder.length + 1).split('/')
    return rest.length > 0 ? `${folder}/${first}/` : `${folder}/${first}`
  }
  const rooms = new Map<string, Set<string>>()
  for (const [file, targets] of graph) {
    const room = roomOf(file)
    if (!room) continue
    const known = rooms.get(room) ?? new Set<string>()
    rooms.set(room, known)
    for (const target of targets) {
      const other = roomOf(target)
      if (other && other !== room) known.add(other)
    }
  }
  return rooms
}

/** All folders that hold a file of the graph, each once. */
export const foldersOf = (graph: Graph): string[] => [
  ...new Set(
    [...graph.keys()].flatMap(file => {
      const parts = dirname(file).split('/')
      return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
    }),
  ),
]

/** One import that leads from one room of a folder into another. */
export function arrowBetween(graph: Graph, from: string, to: string): string {
  const inside = (file: string, room: string) =>
    file === room || (room.endsWith('/') && file.startsWith(room))
  for (const [file, targets] of graph) {
    if (!inside(file, from)) continue
    for (const target of targets) if (inside(target, to)) return `${file} → ${target}`
  }
  return `${from} → ${to}`
}
