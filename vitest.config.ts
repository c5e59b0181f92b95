import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest tests. */
const LONG =
  /\/apps\/api\/test\/|\/(accepted-pictures|import|look-alikes|made-files|operations|population|removed-items|renditions|s3|set-aside|trash)\.test\.ts$/

/** Too slow to run on every change. */
const ENDURANCE = 'apps/api/test/endurance/**/*.test.ts'

/** Starts slow tests first, so that no worker runs one alone at the end. */
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
      // These tests mostly wait for processes, so more workers than CPUs help. Other limits need another group.
      {
        extends: true,
        test: { name: 'endurance', include: [ENDURANCE], maxWorkers: 4, sequence: { groupOrder: 1 } },
      },
    ],
    sequence: { sequencer: LongTestsFirst },
    globalSetup: ['apps/api/test/app/servers.global.ts'],
    setupFiles: ['apps/api/test/app/after-use.setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Modules have no side effects on import, so sharing them between files is safe and saves a quarter of the time.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
  },
})
