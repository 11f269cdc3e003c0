/**
 * `@linecard/plugin-kit/csv`: tables as files (RFC 4180). No cell is read as a formula by a spreadsheet, and
 * a table of any size takes the memory of one page.
 */
export { guarded, unguarded } from './guard.ts'
export * from './write.ts'
