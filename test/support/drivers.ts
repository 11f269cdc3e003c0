import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Driver } from '@linecard/driver-kit'

/** Every driver of the repository, by the name of its folder. */
export async function allDrivers(): Promise<Driver[]> {
  const files: string[] = []
  for await (const file of glob('drivers/*/src/index.ts')) files.push(file)
  return Promise.all(
    files
      .toSorted()
      .map(async file => ((await import(pathToFileURL(resolve(file)).href)) as { default: Driver }).default),
  )
}
