/**
 * `npm run bench:macros`: renders of a template of 100 lines with the variables of an OLT of 16 ports, beside plain
 * Handlebars in the main thread in the same run; fails below 1,000 renders a second per core. Then a macro on
 * a hundred living switches at once, beside the same commands of a plain ssh2 script, and the copy of an OLT
 * that a rehearsal makes.
 */
import { showCopy } from './macros/copy.ts'
import { benchExecutions } from './macros/executions.ts'
import { benchRenders } from './macros/renders.ts'

const faults = [...(await benchRenders(1000))]
await benchExecutions()
faults.push(...(await showCopy()))
for (const fault of faults) console.log(`MISSED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
