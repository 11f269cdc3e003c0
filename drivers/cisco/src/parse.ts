import { radlanParsers, type CliParser } from '@linecard/driver-kit/cli'
import { ios } from './parse-ios.ts'
import { nxOs } from './parse-nx-os.ts'

export const parsers: Readonly<Record<string, readonly CliParser[]>> = {
  ios,
  'nx-os': nxOs,
  'small-business': radlanParsers,
}
