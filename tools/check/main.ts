/** `npm run check`: the rules of the design that a program can check. Prints all findings. */
import { checkAnatomy } from './anatomy.ts'
import { checkBrands } from './brands.ts'
import { checkCircles } from './circles.ts'
import { checkDependencies } from './dependencies.ts'
import { checkErrors } from './errors.ts'
import { checkFaults } from './faults.ts'
import { checkGenerated } from './generated.ts'
import { checkImports } from './imports.ts'
import { checkManifests } from './manifests.ts'
import { checkNames } from './names.ts'
import { checkPages } from './pages.ts'
import { checkSizes } from './sizes.ts'
import { checkTables } from './tables.ts'
import { readRepository, type Finding, type Repository } from '../repository.ts'

const checks: Readonly<Record<string, (repository: Repository) => Finding[] | Promise<Finding[]>>> = {
  imports: checkImports,
  anatomy: checkAnatomy,
  manifests: checkManifests,
  dependencies: checkDependencies,
  brands: checkBrands,
  errors: checkErrors,
  faults: checkFaults,
  generated: checkGenerated,
  names: checkNames,
  pages: repository => checkPages(repository),
  sizes: checkSizes,
  circles: checkCircles,
  tables: checkTables,
}

// `npm run check:house -- core/kernel` shows only the findings of one folder.
const only = process.argv[2] ?? ''
const repository = await readRepository()
let wrong = 0
for (const [name, check] of Object.entries(checks)) {
  for (const { file, message } of await check(repository)) {
    if (!file.startsWith(only)) continue
    console.log(`WRONG ${name}: ${file}: ${message}`)
    wrong++
  }
}
console.log(wrong ? `${wrong} findings` : `${repository.packages.length} packages checked, nothing wrong`)
process.exit(wrong ? 1 : 0)
