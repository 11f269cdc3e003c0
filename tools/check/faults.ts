import type { Finding, Repository } from '../repository.ts'

const file = 'docs/project/faults.md'

/**
 * Every case of docs/project/faults.md has tests whose files are there, and every case that a source names is
 * there.
 */
export function checkFaults({ packages, loose, pages }: Repository): Finding[] {
  const texts = new Map([...packages.flatMap(pack => [...pack.files]), ...loose])
  const rows = [...(pages.get(file) ?? '').matchAll(/^\| (\d+) \|[^|]*\|([^|]*)\|$/gm)]
  const known = new Set(rows.map(([, number]) => number!))
  const gone = rows.flatMap(([, number, tests]) =>
    [...tests!.matchAll(/`([^`]+)`: ([^;]+)/g)].flatMap(([, folder, names]) =>
      names!
        .split(',')
        .map(name => `${folder}/${name.trim()}`)
        .filter(path => !texts.has(`${path}.test.ts`) && !texts.has(`${path}.ts`))
        .map(path => ({ file, message: `case ${number}: ${path} is not there` })),
    ),
  )
  const unknown = [...texts].flatMap(([source, text]) =>
    [...text.matchAll(/\(fault (\d+)\)/g)]
      .filter(([, number]) => !known.has(number!))
      .map(([, number]) => ({ file: source, message: `fault ${number} is no case of ${file}` })),
  )
  return [...gone, ...unknown]
}
