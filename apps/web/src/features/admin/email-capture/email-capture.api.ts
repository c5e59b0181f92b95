import type { emailCaptureSetting, listCapturedEmails } from '@hotvote/shared/visitor/email-capture'
import { mutationOptions } from '@tanstack/react-query'
import { saveFile } from '../../../lib/api/download.ts'
import { fetchFileAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { pageQuery } from '../../../lib/operator/operator-query.ts'
import { settingMutation, settingQuery } from '../../../lib/operator/setting-changes.ts'

export const emailCaptureQuery = settingQuery<typeof emailCaptureSetting.read>('GET /api/admin/email-capture-config')

export const saveMutation = settingMutation<typeof emailCaptureSetting.save>('POST /api/admin/email-capture-config', {
  setting: 'email-capture',
  visitorKey: ['email-capture-config'],
  saved: 'E-mail capture settings have been saved successfully.',
  failed: { title: 'Failed to update email capture configuration' },
})

export const capturedEmailsQuery = (cursor: string) =>
  pageQuery<typeof listCapturedEmails>('GET /api/admin/captured-emails', cursor)

const csv = () => fetchFileAsOperator('/api/admin/captured-emails?export=true')

const csvText = async () => (await (await csv()).text()).replace(/^\uFEFF/, '')

const failed = { title: 'Failed to export e-mail addresses' }

export const downloadMutation = mutationOptions({
  mutationFn: async () => saveFile(await csv(), `captured-emails-${new Date().toISOString().slice(0, 10)}.csv`),
  meta: { done: { title: 'E-mail addresses downloaded' }, failed },
})

export const copyMutation = mutationOptions({
  // Safari copies text that is still loading only from a promise.
  mutationFn: async () => navigator.clipboard.write([new ClipboardItem({ 'text/plain': csvText() })]),
  meta: { done: { title: 'E-mail addresses copied as CSV' }, failed },
})
