/**
 * `npm run bench:macros`: renders of a template of 100 lines with the variables of an OLT of 16 ports, beside plain
 * Handlebars in the main thread in the same run. Fails below 1,000 renders a second per core.
 */
import { benchRenders } from './macros/renders.ts'

const faults = [...(await benchRenders(1000))]
for (const fault of faults) console.log(`MISSED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
