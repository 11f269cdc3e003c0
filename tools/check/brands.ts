import type { Finding, Repository } from '../repository.ts'

/** Packages of which a linked driver or plugin brings its own copy, and the kernel, which boots them. */
const copied = new Set(['@linecard/driver-kit', '@linecard/plugin-kit'])
/** Classes elsewhere that go from one package to another. */
const others = new Map([['@linecard/kernel', ['StartError']]])

/**
 * Objects of the kits work across copies of a kit: `instanceof` asks for a brand, and symbols are registered.
 */
export function checkBrands({ packages }: Repository): Finding[] {
  return packages.flatMap(({ manifest: { name }, folder, files }) =>
    [...files].flatMap(([file, text]): Finding[] => {
      if (!file.startsWith(`${folder}/src/`)) return []
      const classes = [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(match => match[1]!)
      const wanted = copied.has(name) ? classes : classes.filter(one => others.get(name)?.includes(one))
      const own = copied.has(name) ? [...text.matchAll(/(?<!\w)Symbol\((?=.)/g)] : []
      return [
        ...wanted
          .filter(one => !text.includes(`brand(this, '${one}')`))
          .map(one => ({
            file,
            message: `another copy of ${name} has another ${one}: add static { brand(this, '${one}') }`,
          })),
        ...own.map(() => ({
          file,
          message: `another copy of ${name} has another symbol: write Symbol.for('linecard.…')`,
        })),
      ]
    }),
  )
}
