import type { Model } from '../../entities/index.ts'
import type { ModelView } from './schemas.ts'

export const modelView = (model: Omit<Model, 'secrets' | 'icon' | 'iconType'>): ModelView => ({
  id: model.id,
  name: model.name,
  key: model.key,
  vendor: model.vendor,
  model:
    model.vendor && model.name.startsWith(`${model.vendor} `)
      ? model.name.slice(model.vendor.length + 1)
      : model.name,
  type: model.type,
  params: model.params,
  controller: null,
  pollers: model.pollers,
  icon: model.iconTag ? `/api/v1/device-model/${model.id}/icon?v=${model.iconTag}` : '',
  ports: model.ports ?? null,
  driver: model.driver ?? null,
  available: model.available,
  created_at: model.createdAt,
  updated_at: model.updatedAt,
})
