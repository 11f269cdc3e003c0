import { radlanParsers, type CliParser } from '@linecard/driver-kit/cli'

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { mes: radlanParsers }
