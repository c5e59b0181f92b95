import type { Sent } from '@hotvote/shared/contract'
import type {
  changeOwnPassword,
  turnSecondFactorOff,
  turnSecondFactorOn,
} from '@hotvote/shared/operator/operator-login'
import type {
  addOperator,
  changeOperator,
  listOperators,
  secondFactorSetting,
} from '@hotvote/shared/operator/operators'
import { mutationOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'
import { ownLoginQuery } from '../../../lib/operator/own-login.ts'
import { settingMutation, settingQuery } from '../../../lib/operator/setting-changes.ts'

export const operatorsQuery = operatorQuery<typeof listOperators>('GET /api/admin/operators')

const LISTS = [operatorsQuery.queryKey, ownLoginQuery.queryKey]

export const addOperatorMutation = mutationOptions({
  mutationFn: (body: Sent<typeof addOperator, 'body'>) =>
    callAsOperator<typeof addOperator>('POST /api/admin/operators', { body }),
  meta: {
    invalidates: LISTS,
    refetchOnLostAnswer: LISTS,
    done: { title: 'Operator added' },
    failed: { title: 'Not added', fallback: 'Failed to add the operator' },
  },
})

export const changeOperatorMutation = (operatorId: number) =>
  mutationOptions({
    mutationFn: (body: Sent<typeof changeOperator, 'body'>) =>
      callAsOperator<typeof changeOperator>('PATCH /api/admin/operators/:operatorId', { params: { operatorId }, body }),
    meta: {
      invalidates: LISTS,
      refetchOnLostAnswer: LISTS,
      done: { title: 'Operator updated' },
      failed: { title: 'Not updated', fallback: 'Failed to update the operator' },
    },
  })

export const passwordMutation = mutationOptions({
  mutationFn: (body: Sent<typeof changeOwnPassword, 'body'>) =>
    callAsOperator<typeof changeOwnPassword>('POST /api/admin/me/password', { body }),
  meta: {
    done: { title: 'Password changed', description: "You've been logged out everywhere else." },
    failed: { title: 'Password not changed', fallback: 'Failed to change your password' },
  },
})

export const turnOnMutation = mutationOptions({
  mutationFn: (body: Sent<typeof turnSecondFactorOn, 'body'>) =>
    callAsOperator<typeof turnSecondFactorOn>('POST /api/admin/me/second-factor', { body }),
  meta: {
    refetchOnLostAnswer: LISTS,
    failed: { title: 'Second factor not turned on', fallback: 'Failed to turn on the second factor' },
  },
})

export const turnOffMutation = mutationOptions({
  mutationFn: (body: Sent<typeof turnSecondFactorOff, 'body'>) =>
    callAsOperator<typeof turnSecondFactorOff>('POST /api/admin/me/second-factor/off', { body }),
  meta: {
    invalidates: LISTS,
    refetchOnLostAnswer: LISTS,
    done: { title: 'Second factor turned off' },
    failed: { title: 'Second factor not turned off', fallback: 'Failed to turn off the second factor' },
  },
})

export const secondFactorQuery = settingQuery<typeof secondFactorSetting.read>('GET /api/admin/second-factor-config')

export const saveSecondFactorMutation = settingMutation<typeof secondFactorSetting.save>(
  'POST /api/admin/second-factor-config',
  {
    setting: 'second-factor',
    saved: 'Applies to operators from their next request.',
    failed: { fallback: 'Failed to update the second factor' },
  },
)
