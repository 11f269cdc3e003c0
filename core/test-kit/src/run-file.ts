import type { RunnerGlobals } from './suite.ts'

/**
 * Runs one test file in this process, with its suites one after another, and prints uvu's summary. Returns
 * its exit code. Other files may follow in the same process. For runners: a file by itself needs none.
 *
 * @param url of the file
 * @param bail after the first test that fails, no other test of its suite runs: they fail at once
 * @throws what the file throws while it is imported
 */
export async function runFile(url: string, { bail = false } = {}): Promise<number> {
  // uvu reads it when it is loaded: its suites then wait for `exec` instead of running after the first file.
  globals.UVU_DEFER = 1
  globals.LINECARD_BAIL = bail
  globals.LINECARD_FAILURES = []
  const { exec } = await import('uvu')
  globals.UVU_INDEX = 0
  globals.UVU_QUEUE.splice(0, Infinity, [null])
  await import(url)
  // The microtask in which a suite hands its tests over.
  await new Promise(setImmediate)
  process.exitCode = 0
  await exec()
  const code = Number(process.exitCode)
  process.exitCode = undefined
  return code
}

/** What has failed so far in the file that runs: for a process that ends before uvu has printed it. */
export const failuresSoFar = (): readonly string[] => globals.LINECARD_FAILURES ?? []

/** uvu's queue: groups of suites, each with its name first. */
const globals = globalThis as unknown as RunnerGlobals & {
  UVU_DEFER: 1
  UVU_INDEX: number
  UVU_QUEUE: unknown[][]
}
