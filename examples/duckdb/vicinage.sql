-- Macros of DuckDB over the table that `vicinage export --by zip -o zips.parquet` writes: `.read vicinage.sql`.
-- Scores are means of the people, 1-255; NULL without data.
CREATE OR REPLACE MACRO walkability_of(zip) AS (SELECT walkability FROM 'zips.parquet' AS zips WHERE zips.id = zip);
CREATE OR REPLACE MACRO flood_of(zip) AS (SELECT flood FROM 'zips.parquet' AS zips WHERE zips.id = zip);
CREATE OR REPLACE MACRO zips_where(least_walkability, least_quiet) AS TABLE
  SELECT id, name, people, walkability, "noise-levels" AS quiet FROM 'zips.parquet'
  WHERE walkability >= least_walkability AND "noise-levels" >= least_quiet ORDER BY walkability DESC;
