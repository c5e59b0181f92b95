/**
 * Who may import whom (docs/architecture.md). Files are parsed with swc, which sees type-only imports too:
 * a layer that names another layer's types depends on it.
 */

const api = '^apps/api/src/'
const web = '^apps/web/src/'
const shared = '^packages/shared/src/'
const tests = '[.](test|spec)[.]tsx?$|[.]global[.]ts$|^apps/[^/]+/(test|bench|e2e)/'
/** The folder of a screen or feature; `$1` in the rule below is its name. */
const webFeature = '^apps/web/src/features/(admin/[^/]+|[^/]+)/'
const apiFeature = '^apps/api/src/features/([^/]+)/'
/** What puts the parts together: main, app and their like; settings and the list of dependencies lie below. */
const apiTop = '^apps/api/src/(?!config[.]|deps[.])[^/]+[.]ts$'

/** A forbidden import, in one line a rule. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    forbid('no-circles', 'No file imports itself by a detour, types included.', {}, { circular: true }),
    forbid(
      'no-unresolvable',
      'An import that cannot be resolved would slip through every rule below.',
      {},
      { couldNotResolve: true },
    ),
    forbid(
      'shared-needs-zod-only',
      'The shared package runs in the browser and on the server: zod and itself only.',
      { path: shared },
      { pathNot: [shared, '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'apps-apart',
      'The page and the API know each other by the shared package only.',
      { path: '^apps/(api|web)/src/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'no-tests-in-source',
      'Source imports no tests, benches or browser tests.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      { path: tests },
    ),
    forbid(
      'no-tools-in-source',
      'What runs needs its own dependencies only: no development dependency, none of the root, but for types.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '[.]css$',
      },
    ),

    forbid(
      'web-ui-and-lib-below',
      'ui and lib know neither features nor app.',
      { path: `${web}(ui|lib)/` },
      { path: `${web}(features|app|main)` },
    ),
    forbid('web-lib-below-ui', 'lib draws nothing.', { path: `${web}lib/` }, { path: `${web}ui/` }),
    forbid(
      'web-features-below-app',
      'A feature does not know where it is mounted.',
      { path: `${web}features/` },
      { path: `${web}(app|main)` },
    ),
    forbid(
      'web-features-apart',
      'A feature never imports another feature: compose them in app.',
      { path: webFeature },
      { path: `${web}features/`, pathNot: `${web}features/$1/` },
    ),
    forbid(
      'web-first-load-without-schemas',
      'What the first picture waits for carries no zod: of the shared package limits as values, all else as types.',
      { path: `${web}(main[.]tsx$|app/|lib/|ui/|features/rate/)`, pathNot: tests },
      {
        path: [shared, '(^|/)node_modules/zod/'],
        pathNot: `${shared}limits[.]ts$`,
        dependencyTypesNot: ['type-only'],
      },
    ),

    forbid(
      'api-main-is-the-top',
      'Only main starts things; nothing imports it.',
      { path: api, pathNot: tests },
      { path: `${api}main[.]ts$` },
    ),
    forbid(
      'api-features-below-app',
      'A feature does not know where it is mounted.',
      { path: apiFeature, pathNot: tests },
      { path: apiTop },
    ),
    forbid(
      'api-parts-below-features',
      'db, storage, mail, jobs and http know neither features nor app.',
      { path: `${api}(db|storage|mail|jobs|http)/`, pathNot: tests },
      { path: [`${api}features/`, apiTop] },
    ),
    forbid(
      'api-features-by-service',
      'A feature calls another one by its service only.',
      { path: apiFeature },
      { path: apiFeature, pathNot: ['^apps/api/src/features/$1/', '[.]service[.]ts$'] },
    ),
    forbid(
      'api-routes-are-mounted-once',
      'Only app mounts routes.',
      { path: api, pathNot: [tests, `${api}app[.]ts$`] },
      { path: '[.]routes[.]ts$' },
    ),
    forbid(
      'api-services-and-queries-without-express',
      'HTTP ends in the routes file: rules and SQL know no request and no answer.',
      { path: '[.](service|queries)[.]ts$' },
      { path: '(^|/)node_modules/(@types/)?express/' },
    ),
    forbid(
      'api-queries-at-the-bottom',
      'A query calls no rules.',
      { path: '[.]queries[.]ts$' },
      { path: '[.](service|routes)[.]ts$' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/web/(dist|[.]tmp)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      mainFields: ['types', 'module', 'main'],
    },
  },
}
