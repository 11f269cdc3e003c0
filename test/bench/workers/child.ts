/** One worker as a process of its own. Arguments: its configuration as JSON, and its group. */
import generic from '@linecard/driver-generic'
import { boot } from '@linecard/kernel'
import metrics from '@linecard/plugin-metrics'
import pollers from '@linecard/plugin-pollers'
import { noting } from './noting.ts'

const [config, group = ''] = process.argv.slice(2)
const running = await boot({
  mode: 'worker',
  env: {},
  config: JSON.parse(config!) as object,
  drivers: [generic],
  plugins: [pollers, metrics, noting],
  ...(group && { workerGroup: group }),
})
const end = () => void running.stop().then(() => process.exit(0))
process.once('SIGTERM', end)
process.once('disconnect', end)
process.send?.('ready')
