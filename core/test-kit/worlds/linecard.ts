import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
/** Named as a source: `npm test -- --changed` knows from it what a test starts. */
const source = 'core/cli/src/main.ts'

// The script is plain JavaScript, for any Node.
const { bundleChanged } = (await import(join(root, 'tools/build/bundles.mjs'))) as {
  bundleChanged(root: string): Promise<boolean>
}
if (!(await bundleChanged(root))) throw new Error('esbuild has no program for this system')

/** The program and first argument of a `linecard` command, as operators run it: from what a build makes. */
export const program = [
  process.execPath,
  join(root, source.replace('/src/', '/dist/').replace(/ts$/, 'js')),
] as const
