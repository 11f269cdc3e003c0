import { join } from 'node:path'
import { parserFor } from '@linecard/driver-kit/cli'
import type { Driver } from '@linecard/driver-kit'
import { oddAges, oddReadings } from '../../contract/patterns/odd.ts'
import { inPart } from '../part.ts'
import { ntcPlatforms, readPlatforms } from './platforms.ts'
import { readNtc } from './sources.ts'

/** Odd but legal values in the recorded outputs of ntc-templates that a parser reads otherwise or loses. */
export async function oddFailures(folder: string, drivers: readonly Driver[]): Promise<string[]> {
  const platforms = await readPlatforms(drivers)
  const samples = (await readNtc(join(folder, 'ntc-templates'))).filter(inPart('open'))
  return samples.flatMap(({ name, platform, command, raw }) => {
    const known = platforms.get(ntcPlatforms[platform] ?? '')
    const parser = known && parserFor(known.parsers, command)
    return parser
      ? [...oddReadings(parser, raw).wrong, ...oddAges(parser, raw).wrong].map(
          ({ cell, written, read }) =>
            `console ${platform} ${name} "${command}": ${cell} "${written}" is read as ${JSON.stringify(read)}`,
        )
      : []
  })
}
