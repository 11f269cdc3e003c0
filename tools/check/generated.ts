import { readFile } from 'node:fs/promises'
import { generators } from '../generate/generators.ts'
import type { Finding } from './repository.ts'

/** Every generator runs; what it makes must be what is committed. */
export async function checkGenerated(): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(generators).map(async ([file, make]): Promise<Finding[]> => {
      const wanted = await make()
      const committed = await readFile(file, 'utf8').catch(() => null)
      return committed === wanted
        ? []
        : [
            {
              file,
              message:
                committed === null
                  ? 'is generated but not there: run npm run generate'
                  : 'is not current: run npm run generate',
            },
          ]
    }),
  )
  return findings.flat()
}
