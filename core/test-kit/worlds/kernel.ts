/** Parts of the kernel that it does not export, for tests that need a database without a boot. */
export { connectOnce } from '../../kernel/src/database/pg.ts'
export { openDatabase } from '../../kernel/src/database/index.ts'
export { createLog } from '../../kernel/src/log/index.ts'
