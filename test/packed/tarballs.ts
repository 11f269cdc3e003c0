import type { Tarball } from '../../tools/release/pack.ts'

/** Largest tarball, in octets. */
const maxSize = 1_000_000
const foreign = /(^|\/)(test|tests|worlds|recordings|node_modules)\/|\.test\.|\.tsbuildinfo$|\.snmprec$/

/** What is wrong with a tarball: what it should not have, and what its manifest promises and it lacks. */
export function faultsOf({ manifest, size, paths }: Tarball): string[] {
  const { name, exports = {}, imports = {}, bin = {}, engines } = manifest
  const promised = [
    ...Object.values(exports).flatMap(targets => Object.values(targets)),
    ...Object.values(imports).flatMap(targets => Object.values(targets)),
    ...Object.values(bin),
  ]
    .map(path => path.replace(/^\.\//, ''))
    .filter(path => !path.includes('*'))
  return [
    ...[...paths].filter(path => foreign.test(path)).map(path => `${name} has ${path}`),
    ...promised.filter(path => !paths.has(path)).map(path => `${name} lacks ${path}`),
    ...(engines?.node ? [] : [`${name} does not say which Node it needs`]),
    ...(size > maxSize ? [`${name} has ${size} octets`] : []),
  ]
}
