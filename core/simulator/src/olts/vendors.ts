/** The vendors of living OLTs, one line for each. Every folder exports its `models`. */
export { models as zte } from './zte/index.ts'
export { models as bdcom } from './bdcom/index.ts'
export { models as huawei } from './huawei/index.ts'
export { models as cdata } from './cdata/index.ts'
export { models as vsol } from './vsol/index.ts'
