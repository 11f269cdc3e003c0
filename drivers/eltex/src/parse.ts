import { radlanParsers, type CliParser } from '@linecard/driver-kit'

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { mes: radlanParsers }
