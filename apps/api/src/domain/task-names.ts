export const taskNames = [
  'sweep-uploads',
  'forget-expired',
  'roll-up-days',
  'erase-media',
  'erase-accounts',
  'apply-retention',
  'back-up',
  'delete-files',
  'read-removed',
  'empty-trash',
  'make-renditions',
  'mail-urgent-reports',
  'mail-digest',
  'skip-mail',
  'send-mail',
  'run-operation',
] as const
export type TaskName = (typeof taskNames)[number]
