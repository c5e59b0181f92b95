import type { Sent } from '@hotvote/shared/contract'
import type { addBan, liftBan, listBans } from '@hotvote/shared/operator/bans'
import type { accessSetting } from '@hotvote/shared/visitor/access'
import { mutationOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { pageQuery } from '../../../lib/operator/operator-query.ts'
import { settingMutation, settingQuery } from '../../../lib/operator/setting-changes.ts'

export const accessQuery = settingQuery<typeof accessSetting.read>('GET /api/admin/access-config')

export const saveAccessMutation = settingMutation<typeof accessSetting.save>('POST /api/admin/access-config', {
  setting: 'access',
  visitorKey: ['closed'],
  saved: 'Access settings saved.',
  failed: { fallback: 'Failed to update the access settings' },
})

const BANS = ['admin', 'bans']

export const bansQuery = (cursor: string) => pageQuery<typeof listBans>('GET /api/admin/bans', cursor)

export const banMutation = mutationOptions({
  mutationFn: (body: Sent<typeof addBan, 'body'>) => callAsOperator<typeof addBan>('POST /api/admin/bans', { body }),
  meta: {
    invalidates: [BANS],
    refetchOnLostAnswer: [BANS],
    done: { title: 'Ban added' },
    failed: { title: 'Not banned', fallback: 'Failed to add the ban' },
  },
})

export const liftMutation = mutationOptions({
  mutationFn: (banId: number) => callAsOperator<typeof liftBan>('DELETE /api/admin/bans/:banId', { params: { banId } }),
  meta: {
    invalidates: [BANS],
    refetchOnLostAnswer: [BANS],
    done: { title: 'Ban lifted' },
    failed: { title: 'Error', fallback: 'Failed to lift the ban' },
  },
})
