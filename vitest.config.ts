import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of processes, of many files and of what waits: those that take longest. */
const LONG =
  /\/apps\/api\/test\/|\/(demo|media-folder|operations|places|renditions|s3|set-aside-races|vote-export|worker)\.test\.ts$/

/** Faults, kills, backups of running sites and large collections: too long for each change. */
const ENDURANCE = 'apps/api/test/endurance/**/*.test.ts'

/** Long tests first: one that began last would keep one worker busy while the others have nothing left. */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === long))
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{apps,packages}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [ENDURANCE],
        },
      },
      { extends: true, test: { name: 'endurance', include: [ENDURANCE] } },
    ],
    sequence: { sequencer: LongTestsFirst },
    globalSetup: ['apps/api/test/app/postgres.global.ts', 'apps/api/test/app/s3.global.ts'],
    setupFiles: ['apps/api/test/app/after-use.setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Nothing of ours is built when it is imported, so files may share their modules: that saves a quarter of the time.
    isolate: false,
    // More than there are processors: tests of processes and faults mostly wait.
    maxWorkers: 4,
  },
})
