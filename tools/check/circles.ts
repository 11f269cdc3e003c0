import { arrowBetween, circlesOf, foldersOf, graphOf, roomsIn, type Graph } from './graph.ts'
import type { Finding, Repository } from '../repository.ts'

const members = (circle: readonly string[]): string => circle.join(', ')

/** One finding for each group of files that import each other, types included. */
export const fileCircles = (graph: Graph): Finding[] =>
  circlesOf(graph).map(circle => ({
    file: circle[0]!,
    message: `imports go in a circle: ${members(circle)}; move what both need into a file below them`,
  }))

/**
 * The rooms of a folder are its files and subfolders. They have floors: a room on a higher floor may use
 * rooms on lower floors. Rooms that use each other have no floor, because one of the imports leads up.
 */
export const roomCircles = (graph: Graph): Finding[] =>
  foldersOf(graph).flatMap(folder => {
    const rooms = roomsIn(folder, graph)
    return circlesOf(rooms).map((circle): Finding => {
      const inside = new Set(circle)
      const arrows = circle.flatMap(from =>
        [...rooms.get(from)!].filter(to => inside.has(to)).map(to => arrowBetween(graph, from, to)),
      )
      return {
        file: folder,
        message: `no floor order between ${members(circle)}: ${arrows.slice(0, 6).join('; ')}`,
      }
    })
  })

const check = (files: ReadonlyMap<string, string>): Finding[] => {
  const graph = graphOf(files)
  return [...fileCircles(graph), ...roomCircles(graph)]
}

/** A test has no floor: it is above the code that it tests, wherever its folder is. */
const sourcesOf = (files: ReadonlyMap<string, string>) =>
  new Map([...files].filter(([file]) => !file.includes('/test/')))

/**
 * Imports form no circle, and they lead from a higher floor to a lower one only: inside each package, and
 * between the files of `test/` and `tools/`.
 */
export const checkCircles = ({ packages, loose }: Repository): Finding[] => [
  ...packages.flatMap(({ files }) => check(sourcesOf(files))),
  ...check(sourcesOf(loose)),
]
